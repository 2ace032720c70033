import { AppError, defineProxy, type ProxyEndpoint, type ProxySource, z } from '../../core/contract/plugin';

const address = z
  .url({ protocol: /^(https?|socks[45])$/ })
  .describe('`http://`, `https://`, `socks4://` or `socks5://` URL, with user name and password if required.');

/**
 * Pause in ms before a proxy is reused after a blocked or failed request. Doubles after each further failure, up to ten
 * minutes.
 */
const firstPauseMs = 5_000;
const maxPauseMs = 600_000;

interface Entry {
  readonly proxy: ProxyEndpoint;
  readonly failures: number;
  readonly pausedUntil: number;
}

/**
 * `rotating`: rotates requests through a list of proxies and pauses blocked proxies. Never falls back to a direct
 * connection.
 */
export default defineProxy({
  id: 'rotating',
  summary: 'Rotates between several proxies; a proxy that fails is paused for a while.',
  config: z.object({
    urls: z.array(address).min(1).describe('URLs of the proxies to rotate between.').meta({ secret: true }),
  }),
  create({ urls }): ProxySource {
    let line: readonly Entry[] = urls.map((url) => ({ proxy: { url }, failures: 0, pausedUntil: 0 }));
    return {
      pick() {
        const next = line.find(({ pausedUntil }) => pausedUntil <= Date.now());
        if (!next) throw new AppError('SCRAPE_PROXY_ERROR', allPaused(line));
        line = [...line.filter((entry) => entry !== next), next];
        return next.proxy;
      },
      report(proxy, outcome) {
        line = line.map((entry) => (entry.proxy.url === proxy.url ? afterReport(entry, outcome === 'ok') : entry));
      },
    };
  },
});

function afterReport(entry: Entry, ok: boolean): Entry {
  if (ok) return { ...entry, failures: 0, pausedUntil: 0 };
  const restMs = Math.min(maxPauseMs, firstPauseMs * 2 ** entry.failures);
  return { ...entry, failures: entry.failures + 1, pausedUntil: Date.now() + restMs };
}

function allPaused(line: readonly Entry[]): string {
  const seconds = Math.ceil((Math.min(...line.map(({ pausedUntil }) => pausedUntil)) - Date.now()) / 1000);
  return `All ${line.length} proxies were blocked or failed and are paused; the next one is retried in ${seconds} s. Add proxies in Settings.`;
}
