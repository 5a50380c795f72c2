import type { ChatEvent } from '../../domain/chat/event.js';
import type { ApprovalMode } from '../../domain/owner/standing.js';
import type { AuditPort } from '../../ports/audit.js';
import type { ChatPort } from '../../ports/chat.js';
import type { ClockPort } from '../../ports/clock.js';
import type { FileStorePort } from '../../ports/file-store.js';
import type { MediaPort } from '../../ports/media.js';
import type { ControlChat } from '../control/control-chat.js';
import type { Log } from '../log.js';
import { FileChecks } from './file-checks.js';
import { Forwarding } from './forwarding.js';
import { GuardedFiles } from './guarded-files.js';
import type { OutgoingFiles } from './outgoing-files.js';
import { Previews } from './previews.js';
import { PrivateCopies } from './private-copies.js';
import { ReceivedFiles } from './received-files.js';
import { ReceivedPlaces } from './received-places.js';
import { RefusalNotice } from './refusal-notice.js';
import { SentFiles } from './sent-files.js';
import { Transfers } from './transfers.js';
import { UploadWatch } from './upload-watch.js';

/** What the files of an agent need of the world outside. */
export interface FilePorts {
  readonly chats: ChatPort;
  readonly store: FileStorePort;
  readonly clock: ClockPort;
  readonly media: MediaPort;
  readonly audit: AuditPort;
}

/** All that deals with files, wired together. */
export interface AgentFiles {
  /** For `send`. */
  readonly outgoing: OutgoingFiles;
  /** For `download`, the owner's commands, `leave` and the message objects. */
  readonly received: ReceivedFiles;
  /** For `download`. */
  readonly uploads: UploadWatch;
  /** Follows what the core tells of files; resolves when it is dealt with. */
  onEvent(event: ChatEvent): Promise<void>;
  /** The server stops: transfers are left to the core. */
  stop(): void;
}

export function createAgentFiles(
  { chats, store, clock, media, audit }: FilePorts,
  control: ControlChat,
  mode: ApprovalMode,
  log: Log,
): AgentFiles {
  const copies = new PrivateCopies(store);
  const outgoing = new FileChecks(
    store,
    new GuardedFiles(store),
    new Previews(copies, media, log),
    new RefusalNotice(control, audit, log),
    { store, copies, media, log },
  );
  const sent = new SentFiles(copies, control, log);

  const places = new ReceivedPlaces(store, log);
  const transfers = new Transfers(chats, places, clock, log);
  const forwarding = new Forwarding(chats, control, transfers, places, copies, mode, log);
  const received = new ReceivedFiles(
    chats,
    control,
    transfers,
    forwarding,
    places,
    copies,
    mode,
    log,
  );
  const uploads = new UploadWatch(chats, clock);

  return {
    outgoing,
    received,
    uploads,
    async onEvent(event) {
      uploads.onEvent(event);
      await sent.onEvent(event);
      await received.onEvent(event);
    },
    stop() {
      received.stop();
    },
  };
}
