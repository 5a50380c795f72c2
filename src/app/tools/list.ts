import { chatId, type ChatRef } from '../../domain/chat/ref.js';
import { listedChatFields } from '../../domain/message/chat-fields.js';
import { ChatError, type ChatPort, type ChatSummary } from '../../ports/chat.js';
import type { ToolOutcome } from '../../ports/mcp.js';
import type { ActionRecord } from '../actions/record.js';
import type { ActionRegistry } from '../actions/registry.js';
import { errorText } from '../errors.js';
import { hidesKnownAs } from '../items/known-as.js';
import type { StandingApprovals } from '../standing.js';
import { notFoundAsUndefined, type ChatLookup } from './chat-lookup.js';

/** The tool `list` (api 1.6): the agent's chats, the most recent first, and the actions in memory. */
export class ListTool {
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
      const names = await this.incognitoNames(summaries);
      // Thousands of chats: nothing in here may wait.
      const chats = summaries.map(({ chat, unread }) =>
        listedChatFields(
          chat,
          unread,
          this.standing.decider(chat, 'messages') !== undefined,
          names.get(chat.ref),
        ),
      );
      return { kind: 'result', result: { chats, actions: this.registry.all.map(actionFields) } };
    } catch (error) {
      if (error instanceof ChatError) return { kind: 'error', text: errorText(error) };
      throw error;
    }
  }

  /** The agent's names in incognito contacts, which few chats are. */
  private async incognitoNames(
    summaries: readonly ChatSummary[],
  ): Promise<ReadonlyMap<ChatRef, string>> {
    const names = new Map<ChatRef, string>();
    const hidden = summaries.filter(({ chat }) => hidesKnownAs(chat));
    await Promise.all(
      hidden.map(async ({ chat: { ref } }) => {
        const name = await notFoundAsUndefined(() => this.chats.incognitoName(chatId(ref)));
        if (name !== undefined) names.set(ref, name);
      }),
    );
    return names;
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
