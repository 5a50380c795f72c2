import type { ChatError, ChatPort } from '../../../ports/chat.js';

/** What can be made to fail or wait: the methods of the port, and the transfers of files. */
export const faultPoints = [
  'open',
  'close',
  'activeUser',
  'createUser',
  'updateProfile',
  'setPrivateRouting',
  'setTempFolder',
  'start',
  'chats',
  'chat',
  'items',
  'item',
  'markRead',
  'planConnection',
  'join',
  'incognitoName',
  'send',
  'edit',
  'createGroup',
  'updateGroup',
  'setCustomData',
  'createGroupLink',
  'deleteGroupLink',
  'members',
  'setMemberRole',
  'removeMembers',
  'leaveGroup',
  'deleteChat',
  'knownFileServers',
  'fileServers',
  'receiveFile',
  'cancelFile',
  'upload',
  'download',
] as const satisfies readonly (keyof ChatPort | 'upload' | 'download')[];

export type FaultPoint = (typeof faultPoints)[number];

/** A call that is held. */
export interface Hold {
  /** Resolves when a call has come to the point. */
  readonly reached: Promise<void>;
  /** Lets it go on, and all later calls. */
  release(): void;
}

type Moment = 'before' | 'after';

interface HoldState {
  readonly reach: () => void;
  readonly released: Promise<void>;
}

/** Failures and stops that a test asks for. */
export class Faults {
  private readonly failures = new Map<FaultPoint, ChatError[]>();
  private readonly holds = new Map<string, HoldState>();

  /** The next call of `point` fails with `error`, and is not carried out. */
  failNext(point: FaultPoint, error: ChatError): void {
    const list = this.failures.get(point) ?? [];
    list.push(error);
    this.failures.set(point, list);
  }

  /** Calls of `point` stop before they are carried out, or after it and before they answer. */
  hold(point: FaultPoint, moment: Moment = 'before'): Hold {
    let reach = (): void => undefined;
    let release = (): void => undefined;
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const key = `${moment} ${point}`;
    this.holds.set(key, { reach, released });
    return {
      reached,
      release: () => {
        this.holds.delete(key);
        release();
      },
    };
  }

  /** The failure that is to happen now at `point`. */
  take(point: FaultPoint): ChatError | undefined {
    return this.failures.get(point)?.shift();
  }

  async pass(point: FaultPoint, moment: Moment): Promise<void> {
    const hold = this.holds.get(`${moment} ${point}`);
    if (hold === undefined) return;
    hold.reach();
    await hold.released;
  }
}
