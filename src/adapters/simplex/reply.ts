import { coreMalformedText } from '../../domain/core/native-text.js';
import { jsonObject } from '../../domain/text/json-object.js';
import { type CoreReply, CoreTransportError } from './transport.js';

/** A command is one line. A line break can only come from a mistake of this program's. */
export function checkedCommand(command: string): string {
  if (/[\r\n\0]/.test(command)) throw new Error('A command of the core has a line break.');
  return command;
}

/** `{"result": ...}` or `{"error": ...}` of the library. Throws CoreTransportError `malformed`. */
export function parseReply(text: string): CoreReply {
  const reply = readReply(text);
  if (reply === undefined) throw new CoreTransportError('malformed', coreMalformedText);
  return reply;
}

/** As parseReply; what can't be read is an error event, so that the ones after it are not lost. */
export function parseEvent(text: string): CoreReply {
  return readReply(text) ?? malformedEvent;
}

export const malformedEvent: CoreReply = { kind: 'error', value: { type: 'malformedEvent' } };

function readReply(text: string): CoreReply | undefined {
  const json = jsonObject(text);
  if (json === undefined) return undefined;
  if ('result' in json) return { kind: 'result', value: json.result };
  if ('error' in json) return { kind: 'error', value: json.error };
  return undefined;
}
