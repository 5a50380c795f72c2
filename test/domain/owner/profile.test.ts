import { describe, expect, it } from 'vitest';
import type { MenuEntry } from '../../../src/domain/chat/chat.js';
import { controlProfile, profileDiffers } from '../../../src/domain/owner/profile.js';
import { controlGroup } from './people.js';

const menu: readonly MenuEntry[] = [
  { type: 'command', keyword: 'pending', label: 'Pending actions' },
  { type: 'command', keyword: 'list', label: 'Chats and approvals' },
  { type: 'command', keyword: 'leave', label: 'Leave a chat', params: '<chat ID>' },
];

describe('profile of the control chat (api 2.5)', () => {
  it('has the agent’s name, the description, history and the command menu', () => {
    expect(controlProfile('demo')).toEqual({
      displayName: 'demo',
      description:
        'Supervise your AI agent here: approve or reject its connections and messages with one tap.',
      history: true,
      commands: menu,
    });
  });

  it('is kept while name and menu are as wanted', () => {
    const group = controlGroup({ commands: menu, description: 'changed by the owner' });
    expect(profileDiffers(group, controlProfile('demo'))).toBe(false);
  });

  it('is updated for another name', () => {
    const group = controlGroup({ commands: menu });
    expect(profileDiffers(group, controlProfile('demo2'))).toBe(true);
  });

  it.each<[string, readonly MenuEntry[]]>([
    ['no menu', []],
    ['another order', [...menu].reverse()],
    ['another label', [{ type: 'command', keyword: 'pending', label: 'P' }, ...menu.slice(1)]],
    ['other parameters', menu.map((entry) => ({ ...entry, params: 'x' }))],
    ['a submenu', [{ type: 'menu', label: 'More', commands: menu }]],
    ['an entry more', [...menu, ...menu.slice(0, 1)]],
  ])('is updated for %s', (_, commands) => {
    expect(profileDiffers(controlGroup({ commands }), controlProfile('demo'))).toBe(true);
  });
});
