/** A download or /forward ended without its file; `message` is what the agent and the owner read (api 1.5). */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
}
