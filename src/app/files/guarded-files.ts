import type { FileFacts } from '../../domain/files/facts.js';
import { isBelow } from '../../domain/files/path-text.js';
import {
  guardedFolders,
  linkedRefusal,
  type GuardedFolders,
} from '../../domain/files/refused-file.js';
import { checkSendFile, refuseToSend, type SendFileCheck } from '../../domain/files/send-file.js';
import type { FileStorePort } from '../../ports/file-store.js';

/** Looks at the files that the agent wants to send. */
export class GuardedFiles {
  constructor(private readonly store: FileStorePort) {}

  /** What is at an absolute path now, and whether it may be sent (api 1.3). Rejects with FileStoreError. */
  async check(path: string): Promise<SendFileCheck> {
    const folders = await this.realFolders();
    const check = checkSendFile(path, await this.store.inspect(path), folders);
    if (check.kind !== 'accepted') return check;
    const { file } = check;
    return (await this.isLinked(file, folders))
      ? refuseToSend(file.realPath, linkedRefusal())
      : check;
  }

  /** Read at each check: a folder may have come or moved. */
  private async realFolders(): Promise<GuardedFolders> {
    const { homeFolder, dataFolder } = this.store;
    const { refused, allowed } = guardedFolders(homeFolder, dataFolder);
    return {
      refused: await Promise.all(refused.map((folder) => this.realFolder(folder))),
      allowed: await this.realFolder(allowed),
    };
  }

  private async realFolder(folder: string): Promise<string> {
    return (await this.store.realFolder(folder)) ?? folder;
  }

  /** The same file is in a guarded folder under another path. */
  private async isLinked(file: FileFacts, { refused, allowed }: GuardedFolders): Promise<boolean> {
    const outer = refused.filter((folder) => !refused.some((other) => isBelow(folder, other)));
    for (const folder of new Set(outer)) {
      if (await this.store.folderHolds(folder, file, allowed)) return true;
    }
    return false;
  }
}
