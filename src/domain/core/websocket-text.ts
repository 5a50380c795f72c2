/** What the person who runs the server reads about a core behind a WebSocket. */

export function unreachableText(url: string, detail: string): string {
  return `No SimpleX core answers at ${url} (${detail}). Start it with simplex-chat -p PORT, or use --core native.`;
}

export function connectionLostText(url: string): string {
  return `The connection to the SimpleX core at ${url} is lost; connecting again.`;
}

export function connectedAgainText(url: string): string {
  return `Connected to the SimpleX core at ${url} again. Messages that came in between are read from the chats.`;
}

export function answerLostText(url: string): string {
  return (
    `The connection to the SimpleX core at ${url} was lost before it answered; the command may or may not have been ` +
    'carried out.'
  );
}

export function notConnectedText(url: string): string {
  return `The SimpleX core at ${url} is not connected; the command was not sent.`;
}

export function unreadRequestText(url: string): string {
  return `The SimpleX core at ${url} could not read a command; those under way may or may not have been carried out.`;
}

export function secondClientText(url: string): string {
  return (
    `Warning: another program is connected to ${url}. SimpleX gives each event to only one of its clients, so that ` +
    'this server misses messages and approvals; and that program can act as the agent. Disconnect it.'
  );
}
