import type { Group, MenuEntry } from '../chat/chat.js';

/** The profile of the agent control chat (api 2.5). */
export interface ControlProfile {
  readonly displayName: string;
  readonly description: string;
  readonly history: boolean;
  readonly commands: readonly MenuEntry[];
}

const COMMANDS: readonly MenuEntry[] = [
  { type: 'command', keyword: 'pending', label: 'Pending actions' },
  { type: 'command', keyword: 'list', label: 'Chats and approvals' },
  { type: 'command', keyword: 'leave', label: 'Leave a chat', params: '<chat ID>' },
];

/** The profile for an agent with this display name. */
export function controlProfile(displayName: string): ControlProfile {
  return {
    displayName,
    description:
      'Supervise your AI agent here: approve or reject its connections and messages with one tap.',
    history: true,
    commands: COMMANDS,
  };
}

/** Whether the control chat has another name or command menu than wanted, and is to be updated at start. */
export function profileDiffers(group: Group, wanted: ControlProfile): boolean {
  return group.name !== wanted.displayName || !sameEntries(group.commands, wanted.commands);
}

function sameEntries(some: readonly MenuEntry[], others: readonly MenuEntry[]): boolean {
  return (
    some.length === others.length &&
    some.every((entry, i) => {
      const other = others[i];
      return other !== undefined && sameEntry(entry, other);
    })
  );
}

function sameEntry(entry: MenuEntry, other: MenuEntry): boolean {
  if (entry.label !== other.label) return false;
  if (entry.type === 'menu') {
    return other.type === 'menu' && sameEntries(entry.commands, other.commands);
  }
  return (
    other.type === 'command' && entry.keyword === other.keyword && entry.params === other.params
  );
}
