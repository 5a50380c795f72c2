import { ChatError } from '../../../ports/chat.js';
import { textField, type ErrorChain } from './error-chain.js';
import { serverHost } from './server-address.js';

/**
 * What the SimpleX apps say of errors that a person can act on: title and message of their alert. The key is the
 * chain of tags; a key covers longer chains that begin with it.
 */
const alerts: Readonly<Record<string, (error: ErrorChain) => string>> = {
  'error invalidConnReq': () =>
    'Invalid connection link: Please check that you used the correct link or ask for another one.',
  'error unsupportedConnReq': () =>
    'Unsupported connection link: This link requires a newer version of SimpleX.',
  'error simplexDomainNotReady noValidLink': () =>
    'Name not connected: This SimpleX name has no valid link.',
  'error simplexDomainNotReady unknownDomain': () =>
    'Name not verified: The profile behind this SimpleX name does not claim it.',
  'error fileNotApproved': (error) =>
    'Unknown servers! Without Tor or VPN, your IP address will be visible to these XFTP relays: ' +
    `${unknownHosts(error).join(', ')}.`,
  'errorAgent SMP NAME NOT_FOUND': () =>
    'Name not found: This SimpleX name is not registered. Please check the name.',
  'errorAgent SMP NAME NO_RESOLVER': (error) =>
    `Name not resolved: The server ${host(error, 'serverAddress')} does not resolve SimpleX names.`,
  'errorAgent SMP NAME RESOLVER': (error) =>
    `Name not resolved: The server ${host(error, 'serverAddress')} could not look it up. Please try later.`,
  'errorAgent NO_NAME_SERVERS': () =>
    'Name not resolved: None of the configured servers resolves SimpleX names.',
  'errorAgent SMP AUTH': () =>
    'Connection error (AUTH): The link was already used, or the other side deleted it. Please ask for another link.',
  'errorAgent SMP BLOCKED': () =>
    'Connection blocked: The connection is blocked by the server operator.',
  'errorAgent SMP QUOTA': () =>
    'Undelivered messages: The connection reached the limit of undelivered messages, your contact may be offline.',
  'errorAgent BROKER TIMEOUT': (error) =>
    `Connection timeout: Please check your network connection with ${host(error, 'brokerAddress')} and try again.`,
  'errorAgent BROKER NETWORK unknownCAError': (error) =>
    'Connection error: Fingerprint in server address does not match certificate: ' +
    `${host(error, 'brokerAddress')}.`,
  'errorAgent BROKER NETWORK': (error) =>
    `Connection error: Please check your network connection with ${host(error, 'brokerAddress')} and try again.`,
  'errorAgent BROKER HOST': (error) =>
    'Connection error: Server address is incompatible with network settings: ' +
    `${host(error, 'brokerAddress')}.`,
  'errorAgent BROKER TRANSPORT version': (error) =>
    `Connection error: Server version is incompatible with this program: ${host(error, 'brokerAddress')}.`,
  'errorAgent SMP PROXY BROKER TIMEOUT': forwardingServer,
  'errorAgent SMP PROXY BROKER NETWORK': forwardingServer,
  'errorAgent SMP PROXY BROKER HOST': forwardingServer,
  'errorAgent PROXY protocolError PROXY BROKER TIMEOUT': destinationServer,
  'errorAgent PROXY protocolError PROXY BROKER NETWORK': destinationServer,
  'errorAgent PROXY protocolError PROXY BROKER HOST': destinationServer,
  'errorAgent PROXY protocolError PROXY NO_SESSION': destinationServer,
};

function forwardingServer(error: ErrorChain): string {
  return `Private routing error: Error connecting to forwarding server ${host(error, 'serverAddress')}. Please try later.`;
}

function destinationServer(error: ErrorChain): string {
  return (
    `Private routing error: Forwarding server ${host(error, 'proxyServer')} failed to connect to destination ` +
    `server ${host(error, 'relayServer')}. Please try later.`
  );
}

function host(error: ErrorChain, field: string): string {
  return serverHost(textField(error, field));
}

/** The text of the alert for an error, or `undefined` where the apps have no alert of their own. */
export function alertText(error: ErrorChain): string | undefined {
  for (let length = error.tags.length; length > 0; length -= 1) {
    const alert = alerts[error.tags.slice(0, length).join(' ')];
    if (alert !== undefined) return alert(error);
  }
  return undefined;
}

/** Hosts of the servers that a file lies on and that were not approved. */
export function unknownHosts(error: ErrorChain): string[] {
  const servers = error.fields['unknownServers'];
  if (!Array.isArray(servers)) return [];
  return [...new Set(servers.filter((s) => typeof s === 'string').map((s) => serverHost(s)))];
}

/** A target that no command can hold: the core would say the same of it. */
export function invalidLink(): ChatError {
  return new ChatError(
    'Invalid connection link: Please check that you used the correct link or ask for another one.',
    { kind: 'invalid-link' },
  );
}
