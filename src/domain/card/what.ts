import type { ActionRequest } from '../action/request.js';
import { isContactRef } from '../chat/ref.js';
import { type NameStyle, subjectText } from './subject.js';

/** WHAT (api 2.1): what an action does, in a `/pending` line and in the log. */
export function whatText(request: ActionRequest, style: NameStyle): string {
  const subject = subjectText(request.subject, style);
  switch (request.tool) {
    case 'connect':
      return `connect to ${subject}`;
    case 'send':
      return `send to ${subject}`;
    case 'download':
      return `download ${style(request.fileName)} from ${subject}`;
    case 'leave':
      return `${isContactRef(request.chat) ? 'delete' : 'leave'} ${subject}`;
  }
}
