import { defineProxy, z } from '../../core/contract/plugin';

const address = z
  .url({ protocol: /^(https?|socks[45])$/ })
  .describe('`http://`, `https://`, `socks4://` or `socks5://` URL, with user name and password if required.')
  .meta({ secret: true });

/** `static`: one proxy for all requests. Never falls back to a direct connection. */
export default defineProxy({
  id: 'static',
  summary: 'Sends all requests through one proxy.',
  config: z.object({ url: address }),
  create({ url }) {
    const proxy = { url };
    return { pick: () => proxy, report: () => undefined };
  },
});
