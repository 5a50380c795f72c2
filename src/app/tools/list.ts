import type { Chat } from '../../domain/chat/chat.js';
import { chatId } from '../../domain/chat/ref.js';
import { listedChatFields, type ListedChatFields } from '../../domain/message/chat-fields.js';
import { ChatError, type ChatPort, type ChatSummary } from '../../ports/chat.js';
import type { ToolOutcome } from '../../ports/mcp.js';
import type { ActionRecord } from '../actions/record.js';
import type { ActionRegistry } from '../actions/registry.js';
import { errorText } from '../errors.js';
import type { StandingApprovals } from '../standing.js';
import type { ChatLookup } from './chat-lookup.js';

/** The tool `list` (api 1.6): the agent's chats and the actions in memory. */
export class ListTool {
  /** Names of random profiles; they never change. */
  private readonly incognitoNames = new Map<string, string>();

  constructor(
    private readonly chats: ChatPort,
    private readonly lookup: ChatLookup,
    private readonly registry: ActionRegistry,
    private readonly standing: StandingApprovals,
  ) {}

  async call(): Promise<ToolOutcome> {
    try {
      const summaries = (await this.chats.chats()).filter(
        ({ chat }) => this.lookup.usableRef(chat.ref) !== undefined,
      );
      const chats = await Promise.all(summaries.map((summary) => this.fields(summary)));
      const actions = this.registry.all.map(actionFields);
      return { kind: 'result', result: { chats, actions } };
    } catch (error) {
      if (error instanceof ChatError) return { kind: 'error', text: errorText(error) };
      throw error;
    }
  }

  private async fields({ chat, unread }: ChatSummary): Promise<ListedChatFields> {
    const approved = this.standing.decider(chat, 'messages') !== undefined;
    const knownAs = chat.incognito ? (chat.knownAs ?? (await this.incognitoName(chat))) : undefined;
    return listedChatFields(chat, unread, approved, knownAs);
  }

  private async incognitoName(chat: Chat): Promise<string | undefined> {
    if (chat.kind !== 'contact') return undefined;
    const known = this.incognitoNames.get(chat.ref);
    if (known !== undefined) return known;
    const name = await this.chats.incognitoName(chatId(chat.ref));
    if (name !== undefined) this.incognitoNames.set(chat.ref, name);
    return name;
  }
}

function actionFields(record: ActionRecord): Readonly<Record<string, unknown>> {
  const { facts, status } = record.action;
  return {
    action: facts.number,
    tool: facts.request.tool,
    input: record.plan.input,
    state: status.state,
    ...(record.open > 0 ? { open: true } : {}),
  };
}
