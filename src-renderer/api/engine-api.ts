import type { z } from 'zod';
import type { Answer } from '../../core/common/answer';
import type { historyAnswer, historyRecord, schemaAnswer } from '../../core/common/api/local-jobs';
import type { doneAnswer, scrapeAnswer } from '../../core/common/api/responses';
import type {
  demoSiteAnswer,
  installAnswer,
  keyAnswer,
  keysAnswer,
  modelsAnswer,
  modelTestReport,
  pluginSettingsAnswer,
  pluginsAnswer,
  proxiesAnswer,
  proxyTestReport,
  sessionAnswer,
  settingsAnswer,
} from '../../core/common/api/workspace-answers';
import type { OpenApi } from '../schema/openapi';
import { placeOf } from '../schema/option-groups';
import { withChoiceKeys, withRequestKeys, withTextKeys } from '../schema/text-keys';
import { call } from './client';
import { requestSchemas } from './request-schemas';
import type { PluginItem, ScrapeRequest, ScrapeSchema, SettingsAnswer } from './types';

function scrapeSchema(raw: Answer<typeof schemaAnswer>): ScrapeSchema {
  return {
    scrape: withRequestKeys('scrape', raw.kinds.find(({ kind }) => kind === 'scrape')?.schema ?? {}),
    parse: withRequestKeys('parse', raw.kinds.find(({ kind }) => kind === 'parse')?.schema ?? {}),
    formats: raw.formats
      .map(({ options, ...format }) => withChoiceKeys('format', { ...format, schema: options }))
      .toSorted((one, other) => placeOf(one.id) - placeOf(other.id)),
    actions: raw.actions
      .map(({ type, ...action }) => withChoiceKeys('action', { id: type, ...action }))
      .toSorted((one, other) => placeOf(one.id) - placeOf(other.id)),
    // Keeps only opt-in parsers, because all other parsers are always enabled.
    parsers: raw.parsers
      .filter((parser) => parser.optIn)
      .map(({ options, ...parser }) => withChoiceKeys('parser', { ...parser, schema: options })),
  };
}

const settingsWithKeys = (raw: SettingsAnswer): SettingsAnswer => ({
  ...raw,
  schema: withTextKeys(raw.schema, 'setting'),
});

const pluginsWithKeys = ({ items }: Answer<typeof pluginsAnswer>): { readonly items: readonly PluginItem[] } => ({
  items: items.map(({ config, ...item }) => ({
    ...item,
    ...(config && { config: withTextKeys(config, `${item.kind}.${item.id}`) }),
  })),
});

const query = (given: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(Object.entries(given).filter((pair): pair is [string, string] => Boolean(pair[1]))).toString();

const segment = encodeURIComponent;

const testPaths = { model: 'models', search: 'searches', sink: 'sinks' } as const;

/** Kinds of plugins that can be tested before their settings are saved. */
export type TestedKind = keyof typeof testPaths;

/** True if plugins of this kind can be tested. */
export const isTested = (kind: string): kind is TestedKind => Object.hasOwn(testPaths, kind);

/** API calls for scrapes, history, keys, settings and plugins. */
export const engineApi = {
  session: () => call<typeof sessionAnswer>('GET', '/local/session'),
  signIn: (key: string) => call<typeof doneAnswer>('POST', '/local/session', { body: { key } }),
  signOut: () => call<typeof doneAnswer>('DELETE', '/local/session'),
  schema: async () => scrapeSchema(await requestSchemas()),
  scrape: (request: ScrapeRequest, jobId: string, signal: AbortSignal) =>
    call<typeof scrapeAnswer>('POST', '/v2/scrape', {
      body: request,
      headers: { 'x-gleaner-job-id': jobId },
      signal,
    }),
  parse: (form: FormData, jobId: string, signal: AbortSignal) =>
    call<typeof scrapeAnswer>('POST', '/v2/parse', { body: form, headers: { 'x-gleaner-job-id': jobId }, signal }),
  scrapeResult: (id: string) => call<typeof scrapeAnswer>('GET', `/v2/scrape/${segment(id)}`),
  history: (page: { limit: number; before?: string; search?: string }) =>
    call<typeof historyAnswer>('GET', `/local/history?${query({ ...page, limit: String(page.limit) })}`),
  historyRecord: (id: string) => call<typeof historyRecord>('GET', `/local/history/${segment(id)}`),
  forget: (id: string) => call<typeof doneAnswer>('DELETE', `/local/history/${segment(id)}`),
  keys: () => call<typeof keysAnswer>('GET', '/local/keys'),
  createKey: (name: string) => call<typeof keyAnswer>('POST', '/local/keys', { body: { name } }),
  revokeKey: (id: string) => call<typeof doneAnswer>('DELETE', `/local/keys/${segment(id)}`),
  settings: async () => settingsWithKeys(await call<typeof settingsAnswer>('GET', '/local/settings')),
  changeSettings: (changes: Readonly<Record<string, unknown>>) =>
    call<typeof settingsAnswer>('PATCH', '/local/settings', { body: changes }),
  changePlugin: (kind: string, id: string, config: Readonly<Record<string, unknown>>) =>
    call<typeof pluginSettingsAnswer>('PUT', `/local/plugins/${segment(kind)}/${segment(id)}/settings`, {
      body: config,
    }),
  testPlugin: (kind: TestedKind, id: string, config: Readonly<Record<string, unknown>>) =>
    call<typeof modelTestReport>('POST', `/local/${testPaths[kind]}/${segment(id)}/test`, {
      body: config,
    }),
  proxies: () => call<typeof proxiesAnswer>('GET', '/local/proxies'),
  testProxy: (plugin: string, config: Readonly<Record<string, unknown>>, url: string) =>
    call<typeof proxyTestReport>('POST', '/local/proxies/test', { body: { plugin, config, url } }),
  models: () => call<typeof modelsAnswer>('GET', '/local/models'),
  installBrowser: () => call<typeof installAnswer>('POST', '/local/browser/install', { body: {} }),
  demoSite: () => call<typeof demoSiteAnswer>('POST', '/local/demo-site', { body: {} }),
  openApi: () => call<z.ZodType<OpenApi>>('GET', '/openapi.json'),
  plugins: async () => pluginsWithKeys(await call<typeof pluginsAnswer>('GET', '/local/plugins')),
};
