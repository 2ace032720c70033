import { isIP } from 'node:net';
import { inject, injectable } from 'inversify';
import type { ProxyTestReport } from '../../common/api/workspace-answers';
import type { FetchPlan, Page, ProxyEndpoint } from '../../common/model';
import { newId } from '../../common/values/ids';
import { PluginTrials, runTrial } from '../../platform/plugins/plugin-trials';
import type { Config } from '../../platform/settings/setting-secrets';
import { Engines } from '../../ports/engine';
import { userAgent } from '../politeness/user-agents';

const timeoutMs = 20_000;
const late = `There was no response through the proxy within ${timeoutMs / 1000} seconds.`;
/**
 * Maximum size in bytes of a response that contains only the outgoing IP address. Larger responses are assumed to be
 * pages that happen to contain an address.
 */
const maxAddressBytes = 4096;

/** Input for a proxy test: a plugin, its settings and a URL to fetch. The settings may be unsaved. */
export interface ProxyTrial {
  readonly plugin: string;
  readonly config: Config;
  readonly url: string;
}

/** Tests a proxy by fetching a URL exactly as pages are fetched. */
@injectable()
export class ProxyTest {
  constructor(
    @inject(PluginTrials) private readonly trials: PluginTrials,
    @inject(Engines) private readonly engines: Engines,
  ) {}

  /**
   * Tests a proxy. Throws BAD_REQUEST when the settings are invalid. Failures of the proxy are reported in the result.
   */
  async run({ plugin: id, config: given, url }: ProxyTrial, signal: AbortSignal): Promise<ProxyTestReport> {
    const { plugin, config } = await this.trials.open('proxy', id, given);
    const proxy = plugin.create(config as never).pick({ host: new URL(url).hostname });
    const fetched = async (ending: AbortSignal) => reportOf(await this.engines.http.fetch(planFor(url, proxy), ending));
    return runTrial(fetched, { signal, timeoutMs, late });
  }
}

function reportOf({ statusCode, body, url }: Page): Omit<ProxyTestReport, 'durationMs'> {
  const { host } = new URL(url);
  const outgoingAddress = addressIn(body);
  const seen = outgoingAddress ? ` Sites see requests from the IP address ${outgoingAddress}.` : '';
  if (statusCode < 400)
    return { ok: true, message: `The proxy works: ${host} answered.${seen}`, statusCode, outgoingAddress };
  const message = `The proxy forwards requests, but ${host} returned status ${statusCode}; that site may be blocking the proxy.`;
  return { ok: false, message, statusCode, outgoingAddress };
}

/** Returns the IP address in a short response. Undefined if the response contains no IP address. */
function addressIn(body: Uint8Array): string | undefined {
  if (body.length > maxAddressBytes) return undefined;
  const words = Buffer.from(body)
    .toString('utf8')
    .split(/[^0-9a-f:.]+/i);
  return words.find((word) => isIP(word) !== 0);
}

const planFor = (url: string, proxy: ProxyEndpoint | undefined): FetchPlan => ({
  url,
  engine: 'http',
  headers: {},
  userAgent: userAgent({ mobile: false }),
  waitForMs: 0,
  timeoutMs,
  mobile: false,
  skipTlsVerification: false,
  blockAds: false,
  proxyTier: 'basic',
  proxy,
  actions: [],
  captures: [],
  jobId: newId(),
});
