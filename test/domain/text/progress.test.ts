import { describe, expect, it } from 'vitest';
import {
  decisionProgress,
  performProgress,
  receiveProgress,
  uploadProgress,
} from '../../../src/domain/text/progress.js';

const end = 1_709_210_096_789;

describe('progress of waits (api 1.1)', () => {
  it('tells what the call waits for', () => {
    expect(decisionProgress(12, end)).toBe(
      "Action 12 waits for the owner's decision until 2024-02-29 12:34 UTC.",
    );
    expect(performProgress(12)).toBe('Action 12 is being performed.');
    expect(receiveProgress('#7', end)).toBe(
      'Waiting until 2024-02-29 12:34 UTC for messages in #7.',
    );
  });

  it('tells that a download waits for the upload (api 1.5)', () => {
    expect(uploadProgress('#7', 40, end)).toBe(
      'The sender is uploading the file of item 40 in #7; waiting until 2024-02-29 12:34 UTC.',
    );
  });
});
