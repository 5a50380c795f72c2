import type { Chat } from '../../domain/chat/chat.js';
import type { FileFacts } from '../../domain/files/facts.js';
import { sendMedia } from '../../domain/files/media-type.js';
import { fileChanged, relativePathError } from '../../domain/files/send-file.js';
import { FileStoreError, type FileStorePort } from '../../ports/file-store.js';
import { FileToSend, type CopyTools } from './file-to-send.js';
import type { GuardedFiles } from './guarded-files.js';
import type { FileCheck, OutgoingFiles } from './outgoing-files.js';
import type { Previews } from './previews.js';
import type { RefusalNotice } from './refusal-notice.js';

/** The checks of the file of a `send` (api 1.3). */
export class FileChecks implements OutgoingFiles {
  constructor(
    private readonly store: FileStorePort,
    private readonly guarded: GuardedFiles,
    private readonly previews: Previews,
    private readonly notice: RefusalNotice,
    private readonly tools: CopyTools,
  ) {}

  async check(path: string, asFile: boolean, chat: Chat): Promise<FileCheck> {
    const relative = relativePathError(path, this.store.dataFolder);
    if (relative !== undefined) return refused(relative);
    try {
      return await this.checkAbsolute(path, asFile, chat);
    } catch (error) {
      // What can't be looked at is not sent.
      if (error instanceof FileStoreError) return refused(`file: ${error.message}`);
      throw error;
    }
  }

  private async checkAbsolute(path: string, asFile: boolean, chat: Chat): Promise<FileCheck> {
    const check = await this.guarded.check(path);
    switch (check.kind) {
      case 'error':
        return refused(check.text);
      case 'refused':
        await this.notice.give(check.path, check.refusal, chat);
        return refused(check.text);
      case 'accepted':
        return this.accept(path, check.file, asFile, chat);
    }
  }

  private async accept(
    path: string,
    facts: FileFacts,
    asFile: boolean,
    chat: Chat,
  ): Promise<FileCheck> {
    const changed = refused(fileChanged(facts.realPath));
    const sha256 = await this.store.digest(facts);
    if (sha256 === undefined) return changed;
    const media = sendMedia(facts.realPath, asFile);
    const asked = { path, facts, media, sha256, chat: chat.ref };
    if (media === 'file') return { kind: 'checked', file: new FileToSend(asked, this.tools) };
    const picture = await this.previews.of(facts, media, chat.ref);
    if (picture === undefined) return changed;
    return { kind: 'checked', file: new FileToSend({ ...asked, picture }, this.tools) };
  }
}

function refused(text: string): FileCheck {
  return { kind: 'refused', text };
}
