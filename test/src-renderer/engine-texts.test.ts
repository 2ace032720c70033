import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../core/common/concurrency/clock';
import { desktopSettings } from '../../core/common/desktop/desktop-settings';
import { stateTone } from '../../src-renderer/display/state-words';
import { humanName, shownName } from '../../src-renderer/display/words';
import { webhookSchema } from '../../src-renderer/schema/job-groups';
import { fieldKind, type JsonSchema, resolveSchema } from '../../src-renderer/schema/json-schema';
import type { LanguagePack } from '../../src-renderer/texts/catalogue';
import { engine as german } from '../../src-renderer/texts/de/engine';
import { labels } from '../../src-renderer/texts/de/engine-labels';
import { options } from '../../src-renderer/texts/de/engine-options';
import { settingTexts } from '../../src-renderer/texts/de/engine-settings';
import { engineText, shownPack } from '../../src-renderer/texts/i18n';
import { type EngineInProcess, startInProcess } from '../support/engine-in-process';

/** Names, units and product terms that are the same in both languages. */
const alike = new Set(
  [
    'Agent|Batch|Crawl|Map|Scrape|URL|Proxy|Limit|Sitemap|Prompt|Schema|Webhook|HTML|JSON|Links|Markdown|Screenshot',
    'PDF|Text|Video|Port|Name|Plugin|Plugins|Parser|Format|Host|Spark 1 mini|Spark 1 pro|Fire 1',
  ].flatMap((line) => line.split('|')),
);
/** Values of the API that are shown as they are sent. */
const valuesAsSent =
  /^(?:spark-1-\w+|basic|stealth|auto|A\d|Letter|Legal|Tabloid|Ledger|ocr|tree|node-html-markdown|https?|socks\d)$/;

/** Fields that no form draws: people never set them by hand. */
const hidden =
  /^(?:__.*|origin|integration|useMock|fastMode|useIndex|ignoreCache|appendToId|urlTrace|withoutModel|systemPrompt|type)$/;
/** Fields that have a place of their own in the window; their name is shown when the engine refuses them. */
const placed = /^(?:url|urls|prompt|schema|formats|webhook|agent)$/;

type Field = readonly [name: string, schema: JsonSchema];
const fieldsOf = (given: JsonSchema, root: JsonSchema): readonly Field[] =>
  Object.entries(resolveSchema(given, root).properties ?? {});

/** What a form says of a field, and of the fields in it: names, descriptions, choices. */
function textsOfField([name, given]: Field, root: JsonSchema): readonly string[] {
  const schema = resolveSchema(given, root);
  const kind = fieldKind(name, schema, root);
  const items = resolveSchema(schema.items ?? {}, root);
  const list = kind === 'choices' ? (items.enum ?? []).map((value) => humanName(String(value))) : [];
  const choices = kind === 'choice' ? (schema.enum ?? []).map(String) : list;
  const inner = kind === 'object' ? schema : kind === 'objects' ? items : {};
  return [humanName(name), schema.description ?? '', ...choices, ...textsOf(inner, root)];
}
const textsOf = (schema: JsonSchema, root = schema): readonly string[] =>
  fieldsOf(schema, root).flatMap((field) => textsOfField(field, root));

/** What the form of a request says, with the options of its pages. */
const textsOfRequest = (schema: JsonSchema, root = schema): readonly string[] =>
  fieldsOf(schema, root).flatMap((field) => {
    const [name, own] = field;
    if (hidden.test(name)) return [];
    if (name === 'scrapeOptions') return [humanName(name), ...textsOfRequest(resolveSchema(own, root), root)];
    return placed.test(name) ? [humanName(name)] : textsOfField(field, root);
  });

let engine: EngineInProcess;
let shown: ReadonlySet<string>;

beforeAll(async () => {
  engine = await startInProcess(systemClock);
  const read = async (path: string) => (await engine.call('GET', path)).body;
  const [facts, { schema: settings }, { items: plugins }] = await Promise.all(
    ['/local/schema', '/local/settings', '/local/plugins'].map(read),
  );
  const texts = [
    ...facts.kinds.flatMap(({ name, form }: { name: string; form?: { label: string; submit: string } }) => [
      ...[name, form?.label, form?.submit],
    ]),
    // Nothing in the window starts a search, and files are read with the form of a scrape.
    ...facts.kinds
      .filter(({ kind }: { kind: string }) => !/^(?:search|parse)$/.test(kind))
      .flatMap(({ schema }: { schema: JsonSchema }) => [
        ...textsOfRequest(schema),
        ...textsOf(webhookSchema(schema), schema),
      ]),
    ...[...facts.formats, ...facts.actions, ...facts.parsers].flatMap(({ id, type, summary, ...own }) => [
      ...[humanName(id ?? type), summary],
      ...textsOf(own.schema ?? own.options ?? {}),
    ]),
    ...textsOf(settings),
    ...plugins.flatMap(({ kind, summary, config }: { kind: string; summary: string; config?: JsonSchema }) => [
      ...[humanName(kind), summary, ...textsOf(config ?? {})],
      ...(kind === 'proxy' || kind === 'search' ? [] : [`${humanName(kind)}s`]),
    ]),
    ...textsOf(z.toJSONSchema(desktopSettings.omit({ language: true }), { io: 'input' }) as JsonSchema),
    ...Object.keys(stateTone),
  ];
  shown = new Set(texts.filter((text) => text && !valuesAsSent.test(text)));
});
afterAll(() => engine?.close());

describe('what the engine says of kinds, options, formats, actions, settings and plugins', () => {
  it('has a German text, each name, description and choice', () => {
    expect([...shown].filter((text) => !Object.hasOwn(german, text))).toEqual([]);
  });

  it('is translated, but for words that are the same', () => {
    const same = Object.entries(german).filter(([english, text]) => english === text && !alike.has(english));
    expect(same).toEqual([]);
    expect(Object.entries(german).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('is all that is translated, once', () => {
    expect(Object.keys(german).filter((english) => !shown.has(english))).toEqual([]);
    const parts = [labels, options, settingTexts].flatMap((part) => Object.keys(part));
    expect(parts.length).toBe(new Set(parts).size);
  });

  it('is shown in German where German is shown, and what a plugin of others says as it is', () => {
    expect(shownName('onlyMainContent')).toBe('Only main content');
    shownPack.value = { engine: german } as LanguagePack;
    expect(shownName('onlyMainContent')).toBe('Nur Hauptinhalt');
    expect(engineText('Start crawl')).toBe('Crawl starten');
    expect(engineText('Reads the weather.')).toBe('Reads the weather.');
    expect(engineText('constructor')).toBe('constructor');
  });
});
