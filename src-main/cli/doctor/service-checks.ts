import { z } from 'zod';
import {
  modelsAnswer,
  modelTestReport,
  proxyTestReport,
  settingsAnswer,
  testReport,
} from '../../../core/common/api/workspace-answers';
import { proxySetting } from '../../../core/platform/settings/settings';
import type { EngineClient } from '../engine-client';
import { checked, type Finding } from './finding';

const pluginSettings = z.record(z.string(), z.unknown());
const usedSettings = z.object({
  proxies: z.array(proxySetting),
  plugins: z.record(z.string(), pluginSettings),
  search: z.string(),
});
type UsedSettings = z.output<typeof usedSettings>;

/** Engine to check, and options for the checks. */
export interface ServiceChecks {
  readonly client: EngineClient;
  /** URL that is fetched through each proxy. */
  readonly testUrl: string;
  readonly signal: AbortSignal;
}

/** Checks the services configured in an engine: proxies, the model and the search plugin. */
export async function serviceChecks(checks: ServiceChecks): Promise<readonly Finding[]> {
  const { client, signal } = checks;
  const answer = settingsAnswer.parse(await client.call({ method: 'GET', path: '/local/settings' }, signal));
  const settings = usedSettings.parse(answer.settings);
  return Promise.all([
    ...proxyFindings(settings, checks),
    checked('model', 'See Settings → Models.', () => modelFinding(settings, checks)),
    checked('search', 'See Settings → Plugins.', () => searchFinding(settings, checks)),
  ]);
}

function proxyFindings({ proxies }: UsedSettings, { client, testUrl, signal }: ServiceChecks): Promise<Finding>[] {
  const used = proxies.filter(({ enabled }) => enabled);
  if (used.length === 0) return [Promise.resolve({ name: 'proxies', state: 'ok', text: 'No proxy is set up.' })];
  return used.map(({ name: label, plugin, config }) => {
    const name = label ? `proxy ${label}` : 'proxy';
    const advice = 'Check the address and credentials of the proxy in Settings → Proxies, or disable the proxy.';
    return checked(name, advice, async () => {
      const body = { plugin, config, url: testUrl };
      const reply = await client.call({ method: 'POST', path: '/local/proxies/test', body }, signal);
      const { ok, message } = proxyTestReport.parse(reply);
      return ok ? { name, state: 'ok', text: message } : { name, state: 'problem', text: message, advice };
    });
  });
}

async function modelFinding({ plugins }: UsedSettings, { client, signal }: ServiceChecks): Promise<Finding> {
  const name = 'model';
  const { items } = modelsAnswer.parse(await client.call({ method: 'GET', path: '/local/models' }, signal));
  const used = items.find(({ profile }) => profile === undefined);
  const advice = 'Check the URL, key and name of the model in Settings → Models.';
  if (used?.model === undefined)
    return { name, state: 'problem', text: used?.problem ?? 'No model can be used.', advice };
  if (used.isFallback)
    return { name, state: 'ok', text: 'No language model is set up; structured data is extracted using rules.' };
  const path = `/local/models/${encodeURIComponent(used.model)}/test`;
  const body = plugins[`model:${used.model}`] ?? {};
  const { ok, message } = modelTestReport.parse(await client.call({ method: 'POST', path, body }, signal));
  return { name, state: ok ? 'ok' : 'problem', text: `${used.model}: ${message}`, ...(ok ? {} : { advice }) };
}

async function searchFinding({ plugins, search }: UsedSettings, { client, signal }: ServiceChecks): Promise<Finding> {
  const name = 'search';
  const key = Object.keys(plugins).find((plugin) => plugin.startsWith('search:'));
  const id = search || key?.slice('search:'.length);
  if (id === undefined)
    return { name, state: 'ok', text: 'No search service is set up; searches look in the pages you have scraped.' };
  const path = `/local/searches/${encodeURIComponent(id)}/test`;
  const body = plugins[`search:${id}`] ?? {};
  const { ok, message } = testReport.parse(await client.call({ method: 'POST', path, body }, signal));
  const advice = 'Check the URL and key of the search service in Settings → Plugins.';
  return { name, state: ok ? 'ok' : 'problem', text: `${id}: ${message}`, ...(ok ? {} : { advice }) };
}
