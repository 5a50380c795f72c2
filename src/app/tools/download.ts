import { actionKey } from '../../domain/action/key.js';
import type { DownloadServers } from '../../domain/action/request.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import {
  fileFailedText,
  noItemText,
  noReceivedFileText,
  notUploadedText,
} from '../../domain/files/download-refusal.js';
import {
  cardPreview,
  downloadRequest,
  hasReceivedFile,
  needsServers,
  type ItemWithFile,
} from '../../domain/files/download-request.js';
import { downloadServers } from '../../domain/files/file-servers.js';
import { fileFieldType } from '../../domain/message/message-object.js';
import { uploadProgress } from '../../domain/text/progress.js';
import type { ChatPort } from '../../ports/chat.js';
import type { ClockPort } from '../../ports/clock.js';
import type { ToolCall, ToolOutcome } from '../../ports/mcp.js';
import { auditContent } from '../actions/digest.js';
import type { ActionPlan, ActionRecord } from '../actions/record.js';
import type { ReceivedFiles } from '../files/received-files.js';
import type { UploadWatch } from '../files/upload-watch.js';
import type { StandingApprovals } from '../standing.js';
import { cancelledOutcome, type ActionCalls, type Prepared } from './action-calls.js';
import { noChatText, notFoundAsUndefined, type ChatLookup } from './chat-lookup.js';
import { withProgress } from './progress.js';
import type { DownloadInput } from './schemas.js';

/** Why a download is no action: the text of the tool error. */
class DownloadRefused extends Error {
  override readonly name = 'DownloadRefused';
}

/** The tool `download` (api 1.5): a received file, saved in the agent's files folder. */
export class DownloadTool {
  constructor(
    private readonly chats: ChatPort,
    private readonly lookup: ChatLookup,
    private readonly files: ReceivedFiles,
    private readonly uploads: UploadWatch,
    private readonly standing: StandingApprovals,
    private readonly calls: ActionCalls,
    private readonly clock: ClockPort,
  ) {}

  call(input: DownloadInput, call: ToolCall): Promise<ToolOutcome> {
    const key = actionKey('download', input);
    const called = this.clock.now();
    const wait = input.wait * 1000;
    return this.calls.run({
      key,
      call,
      prepare: () => this.prepare(input, key, called + wait, call),
      done: (record) =>
        Promise.resolve({ chat: input.chat, item: input.item, path: savedPath(record) }),
      // A call that attaches to a download that is under way waits from its own start.
      performingUntil: ({ performStarted }) =>
        Math.max(called, performStarted ?? this.clock.now()) + wait,
      returned: (record) => {
        this.noteRejection(record);
        return Promise.resolve();
      },
    });
  }

  private async prepare(
    input: DownloadInput,
    key: string,
    end: number,
    call: ToolCall,
  ): Promise<Prepared> {
    try {
      return await this.check(input, key, end, call);
    } catch (error) {
      if (!(error instanceof DownloadRefused)) throw error;
      return answer({ kind: 'error', text: error.message });
    }
  }

  /** The steps before the action (api 1.5). Rejects with DownloadRefused or ChatError. */
  private async check(
    input: DownloadInput,
    key: string,
    end: number,
    call: ToolCall,
  ): Promise<Prepared> {
    const chat = await this.lookup.find(input.chat);
    if (chat === undefined) throw new DownloadRefused(noChatText(input.chat));
    const item = await this.item(chat.ref, input.item);
    const servers = await this.servers(chat.ref, item, end, call);
    if (servers === undefined) return answer(cancelledOutcome);
    return { kind: 'action', plan: await this.plan(input, key, item, servers) };
  }

  private async item(chat: ChatRef, itemId: number): Promise<ItemWithFile> {
    const item = await notFoundAsUndefined(() => this.chats.item(chat, itemId));
    if (item === undefined) throw new DownloadRefused(noItemText(chat, itemId));
    if (!hasReceivedFile(item)) throw new DownloadRefused(noReceivedFileText(chat, itemId));
    const field = await this.files.fileField(item);
    if (field?.status === 'failed') {
      throw new DownloadRefused(fileFailedText(chat, itemId, field.error ?? ''));
    }
    return item;
  }

  /** Which servers the file is on, after its sender's upload; `undefined` when the call is aborted. */
  private async servers(
    chat: ChatRef,
    item: ItemWithFile,
    end: number,
    call: ToolCall,
  ): Promise<DownloadServers | undefined> {
    if (!needsServers(item.file)) return { kind: 'none' };
    const { itemId, file } = item;
    const addresses =
      (await this.uploads.servers(chat, itemId, file.fileId)) ??
      (await this.awaitServers(chat, item, end, call));
    if (call.signal.aborted) return undefined;
    if (addresses === undefined) throw new DownloadRefused(notUploadedText(chat, itemId));
    return downloadServers(addresses, await this.chats.knownFileServers());
  }

  /** Waits for the sender's upload; rejects when the file fails meanwhile. */
  private async awaitServers(
    chat: ChatRef,
    { itemId, file }: ItemWithFile,
    end: number,
    call: ToolCall,
  ): Promise<readonly string[] | undefined> {
    if (end <= this.clock.now()) return undefined;
    const look = async (): Promise<readonly string[] | undefined> => {
      await this.item(chat, itemId);
      return this.uploads.servers(chat, itemId, file.fileId);
    };
    return withProgress(call, this.clock, uploadProgress(chat, itemId, end), () =>
      this.uploads.until(look, end, call.signal),
    );
  }

  private async plan(
    input: DownloadInput,
    key: string,
    item: ItemWithFile,
    servers: DownloadServers,
  ): Promise<ActionPlan> {
    // The approval counts as it is now: the wait for the upload may have been long.
    const chat = await this.lookup.find(input.chat);
    if (chat === undefined) throw new DownloadRefused(noChatText(input.chat));
    const request = downloadRequest(chat, item, servers);
    const { itemId, fileId, fileName, fileSize } = request;
    const needsCard = servers.kind === 'unknown' || this.files.isRejected(fileId);
    const standing = needsCard ? undefined : this.standing.decider(chat, 'files');
    const picture = cardPreview(item);
    const asked = [chat.ref, itemId, fileId, fileName, fileSize, servers];
    return {
      key,
      input,
      request,
      content: auditContent(fileFieldType(item), asked),
      ...(standing === undefined ? {} : { standing }),
      ...(picture === undefined ? {} : { picture }),
      perform: async () => ({ tool: 'download', path: await this.files.download(request) }),
    };
  }

  private noteRejection({ action: { facts, status } }: ActionRecord): void {
    if (facts.request.tool !== 'download') return;
    if (status.state === 'rejected' || status.state === 'expired') {
      this.files.reject(facts.request);
    }
  }
}

function answer(outcome: ToolOutcome): Prepared {
  return { kind: 'answer', outcome };
}

function savedPath({ performed }: ActionRecord): string {
  if (performed?.tool !== 'download') throw new Error('A done download has no file.');
  return performed.path;
}
