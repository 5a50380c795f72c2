/** The sandbox network: what the rest of the program and its tests may use. */
export { SandboxChat } from './agent/sandbox-chat.js';
export { SandboxNetwork, type NetworkOptions } from './network.js';
export { nearbyLatency, noLatency, type Latency } from './model/world.js';
export type { Hold, FaultPoint } from './model/faults.js';
export { knownServers, unknownServer } from './model/file-servers.js';
export { Participant } from './people/participant.js';
export { SandboxOwner } from './owner/sandbox-owner.js';
export type { OwnerChange, OwnerItem, OwnerMember } from './owner/owner-item.js';
export type { Inhabitant } from './inhabitants/inhabitants.js';
export { SandboxSocket } from './owner/sandbox-socket.js';
export { SandboxOwnerClient } from './owner/sandbox-owner-client.js';
