import { defineProxy, z } from '../../core/contract/plugin';

const address = z
  .url({ protocol: /^(https?|socks[45])$/ })
  .describe('`http://`, `https://`, `socks4://` or `socks5://` URL, with user and password if needed.')
  .meta({ secret: true });

/** `static`: every request goes through one proxy. Never falls back to the bare address. */
export default defineProxy({
  id: 'static',
  summary: 'Sends everything through one proxy.',
  config: z.object({ url: address }),
  create({ url }) {
    const proxy = { url };
    return { pick: () => proxy, report: () => undefined };
  },
});
