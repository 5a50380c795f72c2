/** A message that the agent sends. The chat and the quoted item are given beside it. */
export interface OutgoingMessage {
  readonly content: OutgoingContent;
  /** Item ID of the quoted message. */
  readonly quotedItemId?: number;
  /** Names as they stand in the text after `@`, with their members. */
  readonly mentions?: readonly { readonly name: string; readonly memberId: number }[];
  /** Absolute path of the file, on this computer. */
  readonly filePath?: string;
}

export type OutgoingContent =
  | { readonly type: 'text'; readonly text: string }
  /** `preview`: data URL. */
  | { readonly type: 'image'; readonly text: string; readonly preview: string }
  | {
      readonly type: 'video';
      readonly text: string;
      readonly preview: string;
      readonly durationSeconds: number;
    }
  | { readonly type: 'file'; readonly text: string };
