import type { FormatCost } from '../../core/common/format-cost';
import type { ModelTestReport } from '../../core/common/language-model';
import type { PluginTestReport } from '../../core/common/plugin-test';
import type { ProxyItem, ProxyTestReport } from '../../core/common/proxies';
import type { JsonSchema } from '../schema/json-schema';
import type { OpenApi } from '../schema/openapi';
import { placeOf } from '../schema/option-groups';
import { call } from './client';
import type {
  HistoryItem,
  HistoryRecord,
  KeyItem,
  ModelInUse,
  PluginItem,
  ScrapeDocument,
  ScrapeRequest,
  ScrapeSchema,
  SessionInfo,
  SettingsAnswer,
} from './types';

interface RawSchema {
  readonly kinds: readonly { kind: string; schema: JsonSchema }[];
  readonly formats: readonly {
    id: string;
    summary: string;
    needsBrowser?: boolean;
    cost?: FormatCost;
    options?: JsonSchema;
    requires?: string[];
  }[];
  readonly actions: readonly { type: string; summary: string; schema: JsonSchema }[];
  readonly parsers?: readonly { id: string; summary: string; optIn?: boolean; options?: JsonSchema }[];
  readonly countries?: readonly unknown[];
}

const countryCode = (country: unknown): string =>
  typeof country === 'string' ? country : String((country as { code?: unknown })?.code ?? '');

function scrapeSchema(raw: RawSchema): ScrapeSchema {
  return {
    scrape: raw.kinds.find(({ kind }) => kind === 'scrape')?.schema ?? {},
    formats: raw.formats
      .map(({ options, ...format }) => ({ ...format, schema: options }))
      .toSorted((one, other) => placeOf(one.id) - placeOf(other.id)),
    actions: raw.actions
      .map(({ type, ...action }) => ({ id: type, ...action }))
      .toSorted((one, other) => placeOf(one.id) - placeOf(other.id)),
    // The others are always on.
    parsers: (raw.parsers ?? [])
      .filter((parser) => parser.optIn)
      .map(({ options, ...parser }) => ({ ...parser, schema: options })),
    countries: (raw.countries ?? []).map(countryCode).filter(Boolean),
  };
}

const query = (given: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(Object.entries(given).filter((pair): pair is [string, string] => Boolean(pair[1]))).toString();

const segment = encodeURIComponent;

const testPaths = { model: 'models', search: 'searches' } as const;

/** Kinds of plugins that can be tried with settings that are not saved. */
export type TestedKind = keyof typeof testPaths;

/** True for a kind of plugin that can be tried. */
export const isTested = (kind: string): kind is TestedKind => Object.hasOwn(testPaths, kind);

/** Every call the page makes; one line each. */
export const engineApi = {
  session: () => call<SessionInfo>('GET', '/local/session'),
  signIn: (key: string) => call<unknown>('POST', '/local/session', { body: { key } }),
  signOut: () => call<unknown>('DELETE', '/local/session'),
  schema: async () => scrapeSchema(await call<RawSchema>('GET', '/local/schema')),
  scrape: (request: ScrapeRequest, jobId: string, signal: AbortSignal) =>
    call<{ data: ScrapeDocument }>('POST', '/v2/scrape', {
      body: request,
      headers: { 'x-gleaner-job-id': jobId },
      signal,
    }),
  scrapeResult: (id: string) => call<{ data: ScrapeDocument }>('GET', `/v2/scrape/${segment(id)}`),
  history: (page: { limit: number; before?: string; search?: string }) =>
    call<{ items: HistoryItem[] }>('GET', `/local/history?${query({ ...page, limit: String(page.limit) })}`),
  historyRecord: (id: string) => call<HistoryRecord>('GET', `/local/history/${segment(id)}`),
  forget: (id: string) => call<unknown>('DELETE', `/local/history/${segment(id)}`),
  keys: () => call<{ items: KeyItem[] }>('GET', '/local/keys'),
  createKey: (name: string) => call<{ key: string; item: KeyItem }>('POST', '/local/keys', { body: { name } }),
  revokeKey: (id: string) => call<unknown>('DELETE', `/local/keys/${segment(id)}`),
  settings: () => call<SettingsAnswer>('GET', '/local/settings'),
  changeSettings: (changes: Readonly<Record<string, unknown>>) =>
    call<unknown>('PATCH', '/local/settings', { body: changes }),
  changePlugin: (kind: string, id: string, config: Readonly<Record<string, unknown>>) =>
    call<unknown>('PUT', `/local/plugins/${segment(kind)}/${segment(id)}/settings`, { body: config }),
  testPlugin: (kind: TestedKind, id: string, config: Readonly<Record<string, unknown>>) =>
    call<PluginTestReport & Partial<ModelTestReport>>('POST', `/local/${testPaths[kind]}/${segment(id)}/test`, {
      body: config,
    }),
  proxies: () => call<{ items: readonly ProxyItem[] }>('GET', '/local/proxies'),
  testProxy: (plugin: string, config: Readonly<Record<string, unknown>>, url: string) =>
    call<ProxyTestReport>('POST', '/local/proxies/test', { body: { plugin, config, url } }),
  models: () => call<{ items: readonly ModelInUse[] }>('GET', '/local/models'),
  installBrowser: () => call<unknown>('POST', '/local/browser/install', { body: {} }),
  demoSite: () => call<{ url: string }>('POST', '/local/demo-site', { body: {} }),
  openApi: () => call<OpenApi>('GET', '/openapi.json'),
  plugins: () => call<{ items: PluginItem[] }>('GET', '/local/plugins'),
};
