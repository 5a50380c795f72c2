import { startBareServer } from '../bare-server.mjs';
import { callTool, connect, eras } from '../client.mjs';
import { sideBySide } from '../measure.mjs';
import { startProduct } from '../product.mjs';

/** `list` with 10 chats beside a trivial tool of a bare SDK server, then with more chats. */
export async function list(report) {
  const bare = await startBareServer();
  const product = await startProduct(10);
  for (const [era, mode] of Object.entries(eras)) {
    report.title(`list with 10 chats, protocol ${era}`);
    const clients = { bare: await connect(bare, mode), product: await connect(product, mode) };
    const times = await sideBySide({
      bare: () => callTool(clients.bare, 'ok'),
      product: () => callTool(clients.product, 'list'),
    });
    report.times('bare SDK server, trivial tool', times.bare);
    report.times('simplex-mcp, list', times.product);
    report.ratio(`ratio of p50 (${era})`, times.product.p50 / times.bare.p50, 1.5);
    await Promise.all([clients.bare.close(), clients.product.close()]);
  }
  await Promise.all([bare.close(), product.close()]);
  await growth(report);
}

async function growth(report) {
  report.title('growth of list, protocol 2026-07-28');
  for (const [count, rounds] of Object.entries({ 10: 500, 1000: 200, 10000: 50 })) {
    const product = await startProduct(Number(count));
    const client = await connect(product, eras['2026-07-28']);
    const call = () => callTool(client, 'list');
    const { list } = await sideBySide({ list: call }, { warmUp: 20, rounds });
    report.times(`${Number(count).toLocaleString('en')} chats`, list);
    await client.close();
    await product.close();
  }
}
