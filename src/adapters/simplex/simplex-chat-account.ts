import type { User } from '../../domain/chat/chat.js';
import {
  createActiveUser,
  getNetworkConfig,
  getUserServers,
  setNetworkConfig,
  setTempFolder,
  setUserServers,
  startChat,
  updateProfile,
} from './codec/commands-account.js';
import {
  changedProfile,
  networkResultSchema,
  userResultSchema,
  type CoreUser,
} from './codec/decode-account.js';
import {
  knownXftpServers,
  userServersResultSchema,
  withOwnServers,
  type OperatorServers,
} from './codec/server-set-up.js';

import { anything } from './codec/schema.js';
import { noUser, type CoreSession } from './core-session.js';
import { takesAgentPeerType } from './core-version.js';

/** How the agent reaches the network. */
export interface SimplexNetwork {
  /** Where not empty, the only message servers that the agent uses. */
  readonly smpServers: readonly string[];
  /** Where not empty, the only file servers that the agent uses. */
  readonly xftpServers: readonly string[];
  /** `HOST:PORT` of a SOCKS5 proxy, for example of Tor. */
  readonly socksProxy?: string;
}

const done = { cmdOk: anything };

/** The agent's user, its network and its start. */
export class SimplexAccount {
  readonly #core: CoreSession;
  readonly #network: SimplexNetwork;

  constructor(core: CoreSession, network: SimplexNetwork) {
    this.#core = core;
    this.#network = network;
  }

  async activeUser(): Promise<User | undefined> {
    return (await this.#core.activeUser())?.user;
  }

  /** As an agent where the core takes it, else as a bot. */
  async createUser(displayName: string): Promise<User> {
    const create = (peerType: string) => createActiveUser({ displayName, fullName: '', peerType });
    const forms = { activeUser: userResultSchema };
    if (takesAgentPeerType(this.#core.version)) {
      const answer = await this.#core.attempt(create('agent'), forms, peerTypeRefused);
      if ('result' in answer) return this.#core.use(answer.result.user);
    }
    return this.#core.use((await this.#core.run(create('bot'), forms)).user);
  }

  async updateProfile(displayName: string): Promise<User> {
    const { user, profile } = await this.#requireUser();
    const change = (changes: object) =>
      updateProfile(user.userId, changedProfile(profile, { displayName, ...changes }));
    if (user.peerType !== 'agent' && takesAgentPeerType(this.#core.version)) {
      const command = change({ peerType: 'agent' });
      const answer = await this.#core.attempt(command, profileForms, peerTypeRefused);
      if ('result' in answer) return answer.result.user;
    }
    if (user.displayName === displayName) return user;
    return (await this.#core.run(change({}), profileForms)).user;
  }

  /** Private routing always, and the proxy where one is given: set before each start, as the core forgets both. */
  async setPrivateRouting(): Promise<void> {
    const config = await this.#core.run(getNetworkConfig(), { networkConfig: networkResultSchema });
    const { socksProxy } = this.#network;
    const wanted = {
      ...config,
      smpProxyMode: 'always',
      smpProxyFallback: 'allowProtected',
      ...(socksProxy !== undefined && { socksProxy }),
    };
    await this.#core.run(setNetworkConfig(wanted), done);
  }

  async setTempFolder(path: string): Promise<void> {
    await this.#core.run(setTempFolder(path), done);
  }

  /** Starts the chat, then sets own servers, which the core tells only while it runs. */
  async start(): Promise<void> {
    await this.#core.run(startChat(), { chatStarted: anything, chatRunning: anything });
    const own = { smp: this.#network.smpServers, xftp: this.#network.xftpServers };
    if (own.smp.length === 0 && own.xftp.length === 0) return;
    const wanted = withOwnServers(await this.#servers(), own);
    if (wanted === undefined) return;
    await this.#core.run(setUserServers(await this.#core.userId(), wanted), done);
  }

  async knownFileServers(): Promise<readonly string[]> {
    return knownXftpServers(await this.#servers());
  }

  async #servers(): Promise<OperatorServers[]> {
    const command = getUserServers(await this.#core.userId());
    return this.#core.run(command, { userServers: userServersResultSchema });
  }

  async #requireUser(): Promise<CoreUser> {
    const user = await this.#core.activeUser();
    if (user === undefined) throw noUser();
    return user;
  }
}

/** A core that does not know a peer type can't read the command. */
const peerTypeRefused = ['commandError'];

const profileForms = {
  userProfileUpdated: userResultSchema,
  userProfileNoChange: userResultSchema,
};
