import { answerLater } from './admission.js';
import { finishUploadLater } from './person-uploads.js';
import { AGENT } from './rows.js';
import type { World } from './world.js';

/** Goes on with what was under way when the last run ended. */
export function resumeNetwork(world: World): void {
  for (const row of world.conversations.all()) {
    const waits =
      row.kind === 'direct'
        ? row.state === 'requested' && row.answered === true
        : row.members.some(
            ({ who, status, answered }) =>
              who === AGENT && status === 'invited' && answered === true,
          );
    if (waits) answerLater(world, row.id);
  }
  for (const offer of world.offers.all()) {
    const message = world.messages.get(offer.message);
    const going = offer.state === 'uploading' && offer.held !== true;
    if (going && message?.from !== AGENT) finishUploadLater(world, offer.id);
  }
}
