import { actionKey } from '../../domain/action/key.js';
import { chatLabel } from '../../domain/chat/label.js';
import { chatSubject } from '../../domain/chat/subject.js';
import type { ChatPort } from '../../ports/chat.js';
import type { ToolCall, ToolOutcome } from '../../ports/mcp.js';
import { auditContent } from '../actions/digest.js';
import type { ChatLeaver } from '../chat-leaver.js';
import type { ChatFiles } from '../files/chat-files.js';
import type { ActionCalls, Prepared } from './action-calls.js';
import { noChatText, type ChatLookup } from './chat-lookup.js';
import type { LeaveInput } from './schemas.js';

/** The tool `leave` (api 1.7): deletes a contact, or leaves a group and deletes its chat. */
export class LeaveTool {
  constructor(
    private readonly chats: ChatPort,
    private readonly lookup: ChatLookup,
    private readonly leaver: ChatLeaver,
    private readonly calls: ActionCalls,
    private readonly files: Pick<ChatFiles, 'afterLeave'>,
  ) {}

  call(input: LeaveInput, call: ToolCall): Promise<ToolOutcome> {
    const key = actionKey('leave', input);
    return this.calls.run({
      key,
      call,
      prepare: () => this.prepare(input, key),
      done: () => Promise.resolve({ chat: input.chat }),
    });
  }

  private async prepare(input: LeaveInput, key: string): Promise<Prepared> {
    const chat = await this.lookup.find(input.chat);
    if (chat === undefined) {
      return { kind: 'answer', outcome: { kind: 'error', text: noChatText(input.chat) } };
    }
    return {
      kind: 'action',
      plan: {
        key,
        input,
        request: { tool: 'leave', chat: chat.ref, subject: chatSubject(chat) },
        content: auditContent('leave', chat.ref),
        perform: async () => {
          await this.leaver.leave(await this.chats.chat(chat.ref));
          return { tool: 'leave' };
        },
        afterOutcome: () => this.files.afterLeave(chatLabel(chat)),
      },
    };
  }
}
