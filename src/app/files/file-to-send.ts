import type { SendFile } from '../../domain/action/request.js';
import type { OutgoingContent } from '../../domain/chat/outgoing.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import type { FileFacts } from '../../domain/files/facts.js';
import { sendFileType, type SendMedia } from '../../domain/files/media-type.js';
import { fileChanged } from '../../domain/files/send-file.js';
import { lastName } from '../../domain/files/sent-copy.js';
import { oneLine } from '../../domain/text/line.js';
import type { FileStorePort } from '../../ports/file-store.js';
import type { MediaPort } from '../../ports/media.js';
import type { CardPicture } from '../actions/record.js';
import type { Log } from '../log.js';
import type { CheckedFile } from './outgoing-files.js';
import type { PrivateCopies } from './private-copies.js';

/** What a checked file needs to be copied. */
export interface CopyTools {
  readonly store: FileStorePort;
  readonly copies: PrivateCopies;
  readonly media: MediaPort;
  readonly log: Log;
}

/** The file as it was when the agent asked. */
export interface FileAsAsked {
  /** As the agent wrote it, before symbolic links. */
  readonly path: string;
  readonly facts: FileFacts;
  readonly media: SendMedia;
  readonly sha256: string;
  readonly picture?: CardPicture;
  readonly chat: ChatRef;
}

/** The file is not the one that was asked for. */
class FileChanged extends Error {
  override readonly name = 'FileChanged';
}

/** A file that was checked, until its copy is given to the core. */
export class FileToSend implements CheckedFile {
  readonly file: SendFile;
  readonly name: string;
  readonly sha256: string;
  readonly picture?: CardPicture;
  private copy: string | undefined;

  constructor(
    private readonly asked: FileAsAsked,
    private readonly tools: CopyTools,
  ) {
    const { facts, media, sha256, picture } = asked;
    this.file = { type: sendFileType(media), path: facts.realPath, size: facts.size };
    this.name = lastName(facts.realPath);
    this.sha256 = sha256;
    if (picture !== undefined) this.picture = picture;
  }

  content(text: string): OutgoingContent {
    return this.picture === undefined ? { type: 'file', text } : { ...this.picture, text };
  }

  async copyToSend(): Promise<string> {
    const { path, facts, chat } = this.asked;
    const now = await this.tools.store.inspect(path);
    const same = now.kind === 'file' && isSameFile(now.file, facts);
    this.copy = same ? await this.tools.copies.ofUnchanged(facts, chat) : undefined;
    if (this.copy === undefined) throw new FileChanged(fileChanged(facts.realPath));
    try {
      return await this.prepare(this.copy);
    } catch (error) {
      await this.discardCopy();
      throw error;
    }
  }

  async discardCopy(): Promise<void> {
    if (this.copy !== undefined) await this.tools.copies.delete(this.copy);
  }

  /** The approved content, resized where the apps resize it. */
  private async prepare(copy: string): Promise<string> {
    const { facts, media, sha256 } = this.asked;
    // A change within one tick of the file system's clock leaves the change time as it was.
    if ((await this.tools.copies.digest(copy)) !== sha256) {
      throw new FileChanged(fileChanged(facts.realPath));
    }
    return media === 'resized-image' ? this.resize(copy) : copy;
  }

  private async resize(copy: string): Promise<string> {
    try {
      const { bytes, extension } = await this.tools.media.resizeImage(copy);
      return await this.tools.copies.replace(copy, bytes, extension);
    } catch (error) {
      this.tools.log.error(`resizing ${oneLine(this.file.path)}`, error);
      return copy;
    }
  }
}

function isSameFile(now: FileFacts, asked: FileFacts): boolean {
  return (
    now.realPath === asked.realPath &&
    now.size === asked.size &&
    now.device === asked.device &&
    now.inode === asked.inode &&
    now.changeTime === asked.changeTime
  );
}
