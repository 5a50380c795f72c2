import type { ServerResponse } from 'node:http';
import type { NodeServerResponseLike } from '@modelcontextprotocol/node';

const comment = ': keepalive\n\n';

/**
 * Sends the head of an event stream at once, with a first comment: hosts cut a call that stays without bytes. The
 * first writes of one turn of the event loop go out together, so a call that is answered at once costs one packet.
 */
export function earlyResponse(response: ServerResponse): NodeServerResponseLike {
  return {
    writeHead(status, headers) {
      response.writeHead(status, headers);
      if (headers?.['content-type'] !== 'text/event-stream') return;
      response.cork();
      response.write(comment);
      setImmediate(() => {
        if (!response.writableEnded) response.uncork();
      });
    },
    write: (chunk) => response.write(chunk),
    end: (chunk) => response.end(chunk),
    on: (event, listener) => response.on(event, listener),
    get destroyed() {
      return response.destroyed;
    },
  };
}
