import type { User } from '../domain/chat/chat.js';
import type { ChatEvent } from '../domain/chat/event.js';
import type { ItemSender } from '../domain/chat/item.js';
import type { AuditLogPort, AuditPort } from '../ports/audit.js';
import type { ChatPort } from '../ports/chat.js';
import type { ClockPort } from '../ports/clock.js';
import type { FileStorePort } from '../ports/file-store.js';
import type { McpPort, ResourceDefinitions, ToolDefinition } from '../ports/mcp.js';
import type { MediaPort } from '../ports/media.js';
import type { TerminalPort } from '../ports/terminal.js';
import { ActionOutput } from './actions/output.js';
import { PictureFitter } from './actions/picture.js';
import { ActionRegistry } from './actions/registry.js';
import { ChatLeaver } from './chat-leaver.js';
import { ControlChat } from './control/control-chat.js';
import type { FoundControlChat } from './control/find-control-chat.js';
import { JoinLink } from './control/join-link.js';
import { LeftCards } from './control/left-cards.js';
import { Membership } from './control/membership.js';
import { OwnerCommands } from './control/owner-commands.js';
import { OwnerRequests } from './control/owner-requests.js';
import { OwnerSetup } from './control/owner-setup.js';
import { createAgentFiles } from './files/agent-files.js';
import { ConnectionWatch } from './items/connection-watch.js';
import { ItemWatch } from './items/item-watch.js';
import { MessageObjects } from './items/message-objects.js';
import { ReadMarks } from './items/read-marks.js';
import type { Log } from './log.js';
import { ChatResources } from './resources.js';
import type { ServeSettings } from './settings.js';
import { StandingApprovals } from './standing.js';
import { ActionCalls } from './tools/action-calls.js';
import { ChatLookup } from './tools/chat-lookup.js';
import { ConnectResults } from './tools/connect-results.js';
import { ConnectTool } from './tools/connect.js';
import { toolDefinitions } from './tools/definitions.js';
import { DownloadTool } from './tools/download.js';
import { LeaveTool } from './tools/leave.js';
import { ListTool } from './tools/list.js';
import { ReceiveTool } from './tools/receive.js';
import { SendChecks } from './tools/send-checks.js';
import { SendTool } from './tools/send.js';

/** The world outside, as the parts of a running agent share it. */
export interface Ports {
  readonly chats: ChatPort;
  readonly store: FileStorePort;
  readonly clock: ClockPort;
  readonly mcp: McpPort;
  readonly media: MediaPort;
  readonly terminal: TerminalPort;
  readonly audit: AuditPort;
  readonly auditLog: Pick<AuditLogPort, 'entries'>;
}

/** The parts of a running agent, once its user and control chat are known. */
export interface Runtime {
  readonly registry: ActionRegistry;
  readonly control: ControlChat;
  readonly setup: OwnerSetup;
  readonly link: JoinLink;
  readonly leftCards: LeftCards;
  readonly tools: readonly ToolDefinition[];
  readonly resources: ResourceDefinitions;
  /** Leaves transfers of files to the core, once the actions are marked as interrupted. */
  stopFiles(): void;
  /** Hands an event to all parts; resolves when it is dealt with. */
  dispatch(event: ChatEvent): Promise<void>;
}

/** Wires the parts of the application (behaviour 4.1, step 10). */
export function createRuntime(
  ports: Ports,
  settings: ServeSettings,
  user: User,
  found: FoundControlChat,
  log: Log,
  registerHint: () => void,
): Runtime {
  const { chats, clock, audit } = ports;
  const { mode } = settings;
  const agent: ItemSender = {
    name: user.displayName,
    ...(user.peerType === undefined ? {} : { peerType: user.peerType }),
  };

  const control = new ControlChat(chats, found.group, settings.owners);
  const lookup = new ChatLookup(chats, control.ref);
  const standing = new StandingApprovals(chats, control, audit, clock, mode, log);
  const output = new ActionOutput(control, new PictureFitter(ports.media, log), audit, log);
  const registry = new ActionRegistry(
    { mode, expireHours: settings.expireHours, firstNumber: found.nextAction },
    control,
    output,
    clock,
  );

  const resources = new ChatResources(chats, lookup, ports.mcp, settings.name, () => ({
    controlChat: control.lost ? 'lost' : 'ready',
    approvers: control.approvers.length,
  }));
  const watch = new ItemWatch(clock);
  const marks = new ReadMarks(chats, (chat) => {
    resources.changed(chat);
  });
  const leaver = new ChatLeaver(chats, registry, watch, (chat) => {
    resources.left(chat);
  });
  const connections = new ConnectionWatch();
  const files = createAgentFiles(ports, control, mode, log);
  const { received, outgoing, uploads } = files;
  const objects = new MessageObjects(received, agent);
  const calls = new ActionCalls(registry, clock, log);

  const link = new JoinLink(chats, control.groupId, ports.terminal, settings.qrCode);
  const setup = new OwnerSetup(chats, control, link, audit, log, registerHint);
  const membership = new Membership(chats, control, registry, link, audit, log, registerHint);
  const requests = new OwnerRequests(chats, lookup, registry, leaver, standing, received, log);
  const commands = new OwnerCommands(control, registry, requests, audit, log);

  const results = new ConnectResults(chats, objects, clock);
  const connect = new ConnectTool(chats, watch, connections, results, calls, marks, clock);
  const checks = new SendChecks(chats, lookup, outgoing, agent);
  const send = new SendTool(chats, checks, standing, watch, objects, calls, marks, clock);
  const receive = new ReceiveTool(chats, lookup, watch, objects, marks, clock);
  const download = new DownloadTool(chats, lookup, received, uploads, standing, calls, clock);
  const list = new ListTool(chats, lookup, registry, standing);
  const leave = new LeaveTool(chats, lookup, leaver, calls, received);

  return {
    registry,
    control,
    setup,
    link,
    leftCards: new LeftCards(chats, control, found.nextAction, clock, audit, ports.auditLog, log),
    resources,
    tools: toolDefinitions(mode, {
      connect: (input, call) => connect.call(input, call),
      send: (input, call) => send.call(input, call),
      receive: (input, call) => receive.call(input, call),
      download: (input, call) => download.call(input, call),
      list: () => list.call(),
      leave: (input, call) => leave.call(input, call),
    }),
    stopFiles: () => {
      files.stop();
    },
    async dispatch(event) {
      try {
        await files.onEvent(event);
      } catch (error) {
        // A file that can't be dealt with must not keep the owner's command from being heard.
        log.error(`${event.kind} event`, error);
      }
      watch.onEvent(event);
      connections.onEvent(event);
      commands.onEvent(event);
      membership.onEvent(event);
      resources.onEvent(event);
    },
  };
}
