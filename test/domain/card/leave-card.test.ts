import { describe, expect, it } from 'vitest';
import type { ActionState } from '../../../src/domain/action/action.js';
import type { LeaveRequest } from '../../../src/domain/action/request.js';
import { cardText } from '../../../src/domain/card/text.js';
import { states } from './states.js';

const bob: LeaveRequest = {
  tool: 'leave',
  chat: '@5',
  subject: { kind: 'contact', name: 'bob', simplexName: '@bob.simplex' },
};

const club: LeaveRequest = {
  tool: 'leave',
  chat: '#7',
  subject: { kind: 'group', name: 'Book club' },
};

function card(status: ActionState, request: LeaveRequest = bob): string {
  return cardText({ number: 4, request, linkLines: [] }, status);
}

describe('leave card of a contact, each state (api 2.2)', () => {
  it('asks', () => {
    expect(card(states.pending)).toBe(`I want to delete contact bob (@5).
/'approve @5 4' or /'reject @5 4'`);
  });

  it('is cancelled by a stop before the decision', () => {
    expect(card(states.cancelled)).toBe(`I want to delete contact bob (@5).
Cancelled: the server stopped.`);
  });

  it('is interrupted by a stop while it is deleted', () => {
    expect(card(states.interrupted)).toBe(`I want to delete contact bob (@5).
Approved by alice; interrupted: the server stopped.`);
  });

  it('is done', () => {
    expect(card(states.done)).toBe(`I deleted contact bob (@5).
Approved by alice.`);
  });

  it('is done in mode host', () => {
    expect(card(states.doneInModeHost)).toBe(`I deleted contact bob (@5).
Performed without approval (mode host).`);
  });

  it('failed', () => {
    expect(card(states.failed)).toBe(`I want to delete contact bob (@5).
Approved by alice; failed: \`SimpleX error: no network\`.`);
  });

  it('failed in mode host', () => {
    expect(card(states.failedInModeHost)).toBe(`I want to delete contact bob (@5).
Performed without approval (mode host); failed: \`no network\`.`);
  });

  it('failed before anyone decided', () => {
    expect(card(states.failedUndecided)).toBe(`I want to delete contact bob (@5).
Failed: \`no network\`.`);
  });

  it('is rejected', () => {
    expect(card(states.rejected)).toBe(`I want to delete contact bob (@5).
Rejected by Ann Lee.`);
  });

  it('is expired', () => {
    expect(card(states.expired)).toBe(`I want to delete contact bob (@5).
Expired.`);
  });
});

describe('leave card of a group (api 2.2)', () => {
  it('asks', () => {
    expect(card(states.pending, club)).toBe(`I want to leave group Book club (#7).
/'approve #7 4' or /'reject #7 4'`);
  });

  it('is done', () => {
    expect(card(states.done, club)).toBe(`I left group Book club (#7).
Approved by alice.`);
  });

  it('failed', () => {
    expect(card(states.failed, club)).toBe(`I want to leave group Book club (#7).
Approved by alice; failed: \`SimpleX error: no network\`.`);
  });
});
