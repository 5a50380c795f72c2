import type { CustomData } from '../chat/chat.js';
import { isRecord, MESSAGES_KEY } from './custom-data.js';

/** What marks the agent control chat among the groups (behaviour 3.2). */
export interface ControlMarker {
  /** Number of the next action. */
  readonly nextAction: number;
}

/** The marker of a group, or `undefined` when the group is not a control chat. A damaged counter counts from 1. */
export function controlMarker(data: CustomData | undefined): ControlMarker | undefined {
  const marker = data?.[MESSAGES_KEY];
  if (!isRecord(marker) || marker['control'] !== true) return undefined;
  const next = marker['nextAction'];
  const valid = typeof next === 'number' && Number.isSafeInteger(next) && next >= 1;
  return { nextAction: valid ? next : 1 };
}

/** Custom data of the control chat with its marker and counter; other keys are kept. */
export function withNextAction(data: CustomData | undefined, nextAction: number): CustomData {
  return { ...data, [MESSAGES_KEY]: { control: true, nextAction } };
}
