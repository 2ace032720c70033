import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { desktopSettings } from '../../core/common/desktop/desktop-settings';
import { engineMessages, partsOfMessage } from '../../core/common/engine-messages/engine-messages';
import { engineSentence, engineSentences, type SentenceKey } from '../../core/common/engine-sentences';
import type { JobKindFacts } from '../../src-renderer/api/job-types';
import type { PluginItem } from '../../src-renderer/api/types';
import { engineMessage } from '../../src-renderer/display/messages/engine-message';
import { stateTone } from '../../src-renderer/display/state-words';
import { humanName, shownName } from '../../src-renderer/display/words';
import { shapeOf } from '../../src-renderer/schema/job-form';
import { webhookSchema } from '../../src-renderer/schema/job-groups';
import { fieldKind, type JsonSchema, resolveSchema } from '../../src-renderer/schema/json-schema';
import { type OpenApi, operationGroups } from '../../src-renderer/schema/openapi';
import { withChoiceKeys, withRequestKeys, withTextKeys } from '../../src-renderer/schema/text-keys';
import type { LanguagePack } from '../../src-renderer/texts/catalogue';
import { engine as german } from '../../src-renderer/texts/de/engine';
import { formatTexts } from '../../src-renderer/texts/de/engine-formats';
import { optionTexts } from '../../src-renderer/texts/de/engine-options';
import { routeTexts } from '../../src-renderer/texts/de/engine-routes';
import { sentenceTexts } from '../../src-renderer/texts/de/engine-sentences';
import { settingTexts } from '../../src-renderer/texts/de/engine-settings';
import { messageTexts } from '../../src-renderer/texts/de/messages/message-texts';
import { engineText, engineValue, shownPack } from '../../src-renderer/texts/i18n';
import { type EngineInProcess, startInProcess } from '../support/engine-in-process';

/** Names, units and product terms that are the same in both languages. */
const alike = new Set(
  [
    'Agent|Batch|Crawl|Map|Scrape|URL|URLs|Proxy|Limit|Sitemap|Prompt|Schema|Webhook|HTML|JSON|Links|Markdown|Screenshot',
    '`{host}` {reason}.|PDF|Text|Port|Name|Plugin|Plugins|Parser|Format|Host|Spark 1 mini|Spark 1 pro|Fire 1|Video|Audio',
  ].flatMap((line) => line.split('|')),
);
/** API values that the UI shows unchanged. */
const valuesAsSent =
  /^(?:spark-[\w-]+|basic|stealth|auto|A\d|Letter|Legal|Tabloid|Ledger|ocr|tree|node-html-markdown|https?|socks\d)$/;

/** Fields that users never set, and that no form shows. */
const hidden =
  /^(?:__.*|origin|integration|useMock|fastMode|useIndex|ignoreCache|appendToId|urlTrace|withoutModel|systemPrompt|type|threadId|auditMetadata|domainTools|toolDetail|exchange|targets)$/;
/**
 * Fields that are shown outside of forms. Their names appear only when the engine rejects their values, and their
 * descriptions only in the API reference.
 */
const placed = /^(?:url|urls|prompt|schema|formats|webhook|agent)$/;

const changeStatuses = ['new', 'same', 'changed', 'removed'];

/** Texts from the engine, by key. Each part of the catalogue has its own map. */
type Shown = { readonly [P in 'names' | 'values' | 'texts']: Map<string, string> };
let shown: Shown;

const addName = (name: string) => shown.names.set(name, humanName(name));
const addText = (key: string | undefined, text: string | undefined) => {
  if (text) shown.texts.set(key ?? '', text);
};

/** Adds the texts of a field and its nested fields in a form: names, descriptions, choices. */
function addField(name: string, given: JsonSchema, root: JsonSchema): void {
  const schema = resolveSchema(given, root);
  const kind = fieldKind(name, schema, root);
  const items = resolveSchema(schema.items ?? {}, root);
  addName(name);
  addText(schema.textKey, schema.description);
  if (kind === 'choices') for (const value of items.enum ?? []) addName(String(value));
  if (kind === 'choice') for (const value of schema.enum ?? []) shown.values.set(String(value), String(value));
  if (kind === 'object') addFields(schema, root);
  if (kind === 'objects') addFields(items, root);
}
function addFields(schema: JsonSchema, root = schema): void {
  for (const [name, field] of Object.entries(resolveSchema(schema, root).properties ?? {})) addField(name, field, root);
}

/** Adds the texts in a request form, including those of page options. */
function addRequest(schema: JsonSchema, pages: readonly string[] = [], root = schema): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (hidden.test(name) || pages.includes(name)) continue;
    if (name === 'scrapeOptions') addRequest(resolveSchema(field, root), [], root);
    if (name !== 'scrapeOptions' && !placed.test(name)) {
      addField(name, field, root);
      continue;
    }
    addName(name);
    addText(field.textKey, field.description);
  }
}

/** Adds the text of all routes: summaries, descriptions and parameter descriptions. */
function addRoutes(document: OpenApi): void {
  for (const { summary, description, parameters } of operationGroups(document).flatMap(({ operations }) => operations))
    for (const text of [summary, description, ...parameters.map((one) => one.description ?? one.schema?.description)])
      addText(`route.${text}`, text);
}

let engine: EngineInProcess;

beforeAll(async () => {
  engine = await startInProcess();
  const read = async (path: string) => (await engine.call('GET', path)).body;
  const [facts, { schema: settings }, { items: plugins }] = await Promise.all(
    ['/local/schema', '/local/settings', '/local/plugins'].map(read),
  );
  shown = { names: new Map(), values: new Map(), texts: new Map() };
  const pageOptions = Object.keys(facts.kinds.find(({ kind }: JobKindFacts) => kind === 'scrape').schema.properties);
  for (const { kind, name, form, schema } of facts.kinds as readonly JobKindFacts[]) {
    addText(`kind.${kind}`, name);
    addText(`kind.${kind}.submit`, form?.submit);
    // The UI has no form for searches.
    if (kind === 'search') continue;
    const keyed = withRequestKeys(kind, schema);
    addRequest(keyed, kind !== 'scrape' && shapeOf(keyed).pageOptions === 'beside' ? pageOptions : []);
    addFields(webhookSchema(keyed), keyed);
  }
  for (const [kind, choices] of [
    ['format', facts.formats],
    ['action', facts.actions],
    ['parser', facts.parsers],
  ] as const)
    for (const { id, type, summary, ...own } of choices) {
      const choice = withChoiceKeys(kind, { id: id ?? type, schema: own.schema ?? own.options });
      addName(choice.id);
      addText(choice.textKey, summary);
      addFields(choice.schema ?? {});
    }
  addFields(withTextKeys(settings, 'setting'));
  for (const { kind, id, summary, config } of plugins as readonly PluginItem[]) {
    addName(kind);
    if (kind !== 'proxy' && kind !== 'search') addName(`${kind}s`);
    addText(`${kind}.${id}`, summary);
    addFields(withTextKeys(config ?? {}, `${kind}.${id}`));
  }
  const desktop = z.toJSONSchema(desktopSettings.omit({ language: true }), { io: 'input' }) as JsonSchema;
  addFields(withTextKeys(desktop, 'desktop'));
  addRoutes(await read('/openapi.json'));
  for (const [key, text] of Object.entries(engineMessages)) shown.texts.set(`sentence.${key}`, text);
  for (const value of [...Object.keys(stateTone), ...changeStatuses]) shown.values.set(value, value);
});
afterAll(() => engine?.stop());

const parts = ['names', 'values', 'texts'] as const;

describe('texts of the engine', () => {
  it.each(parts)('have a German translation for all %s', (part) => {
    const missing = [...shown[part]].filter(
      ([key, text]) => !Object.hasOwn(german[part], key) && !valuesAsSent.test(text),
    );
    expect(missing).toEqual([]);
  });

  it.each(parts)('differ from the English, except for %s that are alike', (part) => {
    const same = Object.entries(german[part]).filter(
      ([key, text]) => shown[part].get(key) === text && !alike.has(text),
    );
    expect(same).toEqual([]);
    expect(Object.entries(german[part]).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(parts)('have no translation for %s that nothing shows, and only one each', (part) => {
    expect(Object.keys(german[part]).filter((key) => !shown[part].has(key))).toEqual([]);
    const keys = [optionTexts, formatTexts, settingTexts, routeTexts, sentenceTexts, messageTexts].flatMap((texts) =>
      Object.keys(texts),
    );
    expect(keys.length).toBe(new Set(keys).size);
  });

  it.each(parts)('speak of pages and limits in all %s, because nothing is charged', (part) => {
    const english = [...shown[part]].map(([key, text]) => [key, part === 'names' ? shownName(key) : text] as const);
    const priced = [...english, ...Object.entries(german[part])].filter(([, text]) =>
      /credit/i.test(text.replace(/`[^`]+`/g, '')),
    );
    // Exceptions: an error that API clients recognize by its first words, and the routes for a team's usage, which
    // exist for these clients.
    expect(priced.filter(([key]) => !/begins\.|^route\./.test(key))).toEqual([]);
  });

  it('are looked up by key, with the English of the engine as fallback', () => {
    expect(shownName('onlyMainContent')).toBe('Only main content');
    shownPack.value = { engine: german } as LanguagePack;
    expect(shownName('onlyMainContent')).toBe('Nur Hauptinhalt');
    expect(shownName('cloudCover')).toBe('Cloud cover');
    expect(engineText('kind.crawl.submit', 'Start crawl')).toBe('Crawl starten');
    expect(engineText('kind.crawl.submit', 'Begin the crawl')).toBe('Crawl starten');
    expect(engineText('format.weather', 'Reads the weather.')).toBe('Reads the weather.');
    expect(engineText(undefined, 'Reads the weather.')).toBe('Reads the weather.');
    expect(engineText('constructor', 'Reads the weather.')).toBe('Reads the weather.');
    expect(engineValue('skip')).toBe('auslassen');
    expect(engineValue('constructor')).toBe('constructor');
  });

  it.each(Object.keys(engineSentences) as SentenceKey[])('recognize their sentence and its values: %s', (key) => {
    const values = Object.fromEntries(
      [...engineSentences[key].matchAll(/\{(\w+)\}/g)].map(([, name]) => [
        name,
        name === 'count' ? '25' : `a "${name}" of 2.5`,
      ]),
    );
    expect(partsOfMessage(engineSentence(key, values))).toEqual({ key, values });
    expect(german.texts[`sentence.${key}`]?.match(/\{\w+\}/g)?.toSorted()).toEqual(
      engineSentences[key].match(/\{\w+\}/g)?.toSorted(),
    );
  });

  it('translate sentences, and leave unknown ones unchanged', () => {
    shownPack.value = { engine: german } as LanguagePack;
    expect(engineMessage('price of Lamp, oak is 12.5, below 15.')).toBe('price of Lamp, oak ist 12.5, unter 15.');
    expect(engineMessage('The page moved.')).toBe('The page moved.');
    const warning =
      'Stopped at page 2. Recipe "St. Ives": price is a range in some rows; only its lower end is read. Recipe "a": nothing was found on the page.';
    expect(engineMessage(warning)).toBe(
      'Stopped at page 2. Vorlage „St. Ives“: price ist in manchen Zeilen ein Bereich; nur das untere Ende wird gelesen. Vorlage „a“: Auf der Seite wurde nichts gefunden.',
    );
  });
});
