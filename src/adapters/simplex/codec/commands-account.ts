import { command, json, type CoreCommand } from './command.js';
import { numberWord, pathWord } from './words.js';

export const showVersion = (): CoreCommand => command('/version');

export const showActiveUser = (): CoreCommand => command('/user');

/** Creates the only user. `profile`: a core profile. */
export const createActiveUser = (profile: object): CoreCommand =>
  command('/_create user', ' ', json({ profile, pastTimestamp: false, userChatRelay: false }));

/** Replaces the whole profile: fields that are not in it are removed. */
export const updateProfile = (userId: number, profile: object): CoreCommand =>
  command('/_profile', ' ', numberWord(userId), ' ', json(profile));

export const getNetworkConfig = (): CoreCommand => command('/network');

/** Replaces the whole network configuration; the core keeps it until it ends. */
export const setNetworkConfig = (config: object): CoreCommand =>
  command('/_network', ' ', json(config));

export const setTempFolder = (path: string): CoreCommand =>
  command('/_temp_folder', ' ', pathWord(path));

export const startChat = (): CoreCommand => command('/_start', ' main=on');

/** Answered only while the chat runs. */
export const getUserServers = (userId: number): CoreCommand =>
  command('/_servers', ' ', numberWord(userId));

/** Replaces the servers of all operators and the user's own. */
export const setUserServers = (userId: number, servers: readonly object[]): CoreCommand =>
  command('/_servers', ' ', numberWord(userId), ' ', json(servers));
