import type { World } from './world.js';

/** A person's upload comes to its end. */
export function finishUploadLater(world: World, offer: number): void {
  world.after(world.latency.chunk, () => {
    finishUpload(world, offer);
  });
}

export function finishUpload(world: World, offer: number): void {
  const row = world.offers.edit(offer);
  if (row.state !== 'uploading') return;
  row.state = 'ready';
  delete row.held;
  world.toAgent({ kind: 'file-described', offer });
}
