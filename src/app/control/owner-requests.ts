import type { Decider } from '../../domain/action/action.js';
import { requestChat } from '../../domain/action/request.js';
import { chatKind, type Chat, type Member } from '../../domain/chat/chat.js';
import { chatLabel } from '../../domain/chat/label.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import type { ActionCommand, OwnerRequest } from '../../domain/owner/command.js';
import { listReply, pendingReply } from '../../domain/owner/lists.js';
import { leftByOwner } from '../../domain/owner/posts.js';
import {
  approvedReply,
  deletedFilesReply,
  hostModeReply,
  isDownloadReply,
  noApprovalReply,
  noChatReply,
  notDownloadReply,
  notForChatReply,
  notPendingReply,
  withdrawnReply,
} from '../../domain/owner/replies.js';
import type { ApprovalScope } from '../../domain/owner/standing.js';
import type { ChatPort } from '../../ports/chat.js';
import type { ActionRecord } from '../actions/record.js';
import type { ActionRegistry } from '../actions/registry.js';
import type { ChatLeaver } from '../chat-leaver.js';
import type { ChatFiles } from '../files/chat-files.js';
import type { Log } from '../log.js';
import type { StandingApprovals } from '../standing.js';
import type { ChatLookup } from '../tools/chat-lookup.js';
import type { Reply } from './reply.js';

/** What approvers may ask for (api 2.1). Each request is answered by at most one reply. */
export class OwnerRequests {
  constructor(
    private readonly chats: ChatPort,
    private readonly lookup: ChatLookup,
    private readonly registry: ActionRegistry,
    private readonly leaver: ChatLeaver,
    private readonly standing: StandingApprovals,
    private readonly files: ChatFiles,
    private readonly log: Log,
  ) {}

  async carryOut(request: OwnerRequest, by: Member): Promise<Reply | undefined> {
    switch (request.kind) {
      case 'approve':
      case 'reject':
      case 'receive':
      case 'forward':
        return this.onAction(request, by);
      case 'receive-all':
        return this.receiveAll(request.chat, request.action, by);
      case 'approve-all':
        return this.approveAll(request.chat, by);
      case 'revoke':
        return this.withdraw('messages', request.chat, by);
      case 'receive-off':
        return this.withdraw('files', request.chat, by);
      case 'leave':
        return this.leave(request.chat, by);
      case 'delete-files':
        return this.deleteFiles(request.chat);
      case 'pending':
        return { text: this.pending() };
      case 'list':
        return { text: await this.list() };
    }
  }

  private onAction(command: ActionCommand, by: Member): Reply | undefined {
    const found = this.awaiting(command.action, command.chat);
    if ('text' in found) return found;
    const download = found.action.facts.request.tool === 'download';
    switch (command.kind) {
      case 'approve':
        if (download) return { text: isDownloadReply(found.action.facts) };
        return this.decided(found, this.registry.approve(found, decider(by)));
      case 'receive':
        if (!download) return { text: notDownloadReply(found.number) };
        return this.decided(found, this.registry.approve(found, decider(by)));
      case 'forward':
        if (!download) return { text: notDownloadReply(found.number) };
        this.files.forward(found);
        return undefined;
      case 'reject':
        return this.decided(found, this.registry.reject(found, by.name, by.memberId));
    }
  }

  /** A pending action with a card, or the reply that says why there is none. */
  private awaiting(action: number, chat: ChatRef | undefined): ActionRecord | Reply {
    const record = this.registry.all.find((one) => one.number === action);
    if (record?.awaitsDecision !== true) return { text: notPendingReply(action) };
    if (chat !== undefined && requestChat(record.action.facts.request) !== chat) {
      return { text: notForChatReply(action, chat) };
    }
    return record;
  }

  private decided(record: ActionRecord, accepted: boolean): Reply | undefined {
    return accepted ? undefined : { text: notPendingReply(record.number) };
  }

  private async approveAll(ref: ChatRef, by: Member): Promise<Reply> {
    if (this.standing.mode === 'host') return { text: hostModeReply };
    const chat = await this.lookup.find(ref);
    if (chat === undefined) return { text: noChatReply(ref) };
    await this.standing.give(chat, 'messages', by);
    for (const record of this.pendingOf(ref)) {
      if (record.action.facts.request.tool === 'send') this.registry.approve(record, decider(by));
    }
    return { text: approvedReply('messages', chatLabel(chat), by.name) };
  }

  private async receiveAll(ref: ChatRef, action: number, by: Member): Promise<Reply> {
    const record = this.awaiting(action, ref);
    if ('text' in record) return record;
    if (record.action.facts.request.tool !== 'download') {
      return { text: notDownloadReply(action) };
    }
    const chat = await this.lookup.find(ref);
    if (chat === undefined) return { text: noChatReply(ref) };
    await this.standing.give(chat, 'files', by);
    this.registry.approve(record, decider(by));
    return { text: approvedReply('files', chatLabel(chat), by.name) };
  }

  private async withdraw(scope: ApprovalScope, ref: ChatRef, by: Member): Promise<Reply> {
    const chat = await this.lookup.find(ref);
    const withdrawn = chat !== undefined && (await this.standing.withdraw(chat, scope, by));
    return {
      text: withdrawn ? withdrawnReply(scope, chatLabel(chat)) : noApprovalReply(scope, ref),
    };
  }

  private async leave(ref: ChatRef, by: Member): Promise<Reply> {
    const chat = await this.lookup.find(ref);
    if (chat === undefined) return { text: noChatReply(ref) };
    for (const record of this.pendingOf(ref)) this.registry.reject(record, by.name, by.memberId);
    await this.leaver.leave(chat);
    const left = leftByOwner(chatLabel(chat), by.name);
    this.log.line(left.log);
    return { text: left.chat, after: () => this.files.afterLeave(chatLabel(chat)) };
  }

  private async deleteFiles(ref: ChatRef): Promise<Reply> {
    const usable = this.lookup.usableRef(ref);
    const deleted =
      usable === undefined ? { files: 0, bytes: 0 } : await this.files.deleteFiles(usable);
    return { text: deletedFilesReply(ref, deleted.files, deleted.bytes) };
  }

  private pending(): string {
    return pendingReply(
      this.registry.all
        .filter((record) => record.awaitsDecision)
        .map((record) => record.action.facts),
    );
  }

  private async list(): Promise<string> {
    const all = (await this.chats.chats()).map(({ chat }) => chat);
    return listReply(
      all
        .filter((chat) => this.lookup.usableRef(chat.ref) !== undefined)
        .map((chat) => this.listed(chat)),
    );
  }

  private listed(chat: Chat): Parameters<typeof listReply>[0][number] {
    const messages = this.standing.decider(chat, 'messages');
    const files = this.standing.decider(chat, 'files');
    return {
      ref: chat.ref,
      kind: chatKind(chat),
      name: chat.name,
      connected: chat.connected,
      ...(messages === undefined ? {} : { approvedBy: messages.name }),
      ...(files === undefined ? {} : { filesApprovedBy: files.name }),
    };
  }

  private pendingOf(ref: ChatRef): readonly ActionRecord[] {
    return this.registry.all.filter(
      (record) => record.awaitsDecision && requestChat(record.action.facts.request) === ref,
    );
  }
}

function decider(by: Member): Decider {
  return { kind: 'approver', name: by.name, memberId: by.memberId };
}
