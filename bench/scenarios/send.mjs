import { startBareServer } from '../bare-server.mjs';
import { callTool, connect, eras } from '../client.mjs';
import { sideBySide } from '../measure.mjs';
import { befriend, decideAll, startProduct } from '../product.mjs';

/** An approved `send`, from the call over the card and the owner's tap to the result, beside a trivial tool. */
export async function send(report) {
  report.title('approved send, owner and network at once, protocol 2026-07-28');
  const bare = await startBareServer();
  const product = await startProduct(10);
  const mode = eras['2026-07-28'];
  const clients = { bare: await connect(bare, mode), product: await connect(product, mode) };
  const { chat } = await befriend(product, clients.product, callTool, 'alice');
  const stop = decideAll(product.owner, '/approve N');
  let number = 0;
  const times = await sideBySide(
    {
      bare: () => callTool(clients.bare, 'ok'),
      product: async () => {
        number += 1;
        const input = { chat, text: `message ${number}`, wait: 0 };
        const { status } = await callTool(clients.product, 'send', input);
        if (status !== 'done') throw new Error(`send: ${status}`);
      },
    },
    { warmUp: 20, rounds: 200 },
  );
  stop();
  report.times('bare SDK server, trivial tool', times.bare);
  report.times('simplex-mcp, approved send', times.product);
  report.ratio('ratio of p50', times.product.p50 / times.bare.p50);
  await Promise.all([clients.bare.close(), clients.product.close()]);
  await Promise.all([bare.close(), product.close()]);
}
