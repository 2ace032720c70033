import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createI18n } from 'vue-i18n';
import { en } from '../../src-renderer/texts/en';

const areas = Object.keys(en) as (keyof typeof en)[];
const fileOf = (area: string) => area.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const german = Object.fromEntries(
  await Promise.all(
    areas.map(async (area) => [area, (await import(`../../src-renderer/texts/de/${fileOf(area)}.ts`))[area]]),
  ),
) as Record<string, Record<string, string>>;
const english = en as Record<string, Record<string, string>>;
const entries = areas.flatMap((area) => Object.entries(english[area]!).map(([name, text]) => ({ area, name, text })));
const placeholders = (text: string) => [...new Set(text.match(/\{[^}]+\}/g))].sort();
const forms = (text: string) => text.split(' | ').length;

/** Words that are the same in both languages: names, product terms, units. */
const alike = new Set(
  [
    'Action|Agent|API|Limits|Browser|Code|Crawl|CSV|Desktop|Details|Event|HTML|JavaScript {index}|Job|Jobs|JSON|Link',
    'Map|Markdown|Name|OK|Parser|Playground|Plugins|PDF {index}|PDFs|Prompt|Proxy|Screenshots|Service|Status|Tag|Text|Tour',
    'Version|Webhook|Webhooks|System|Metadata|optional|Parameter|Shop|Detail|Import|URL|Scrape {index}|Playground|Position',
    '{label} ({view})|{at} · {name}|{n} job | {n} jobs|Selector|Schema|in {tookMs}|Job:|Desktop, 1280 px|Tablet, 820 px',
  ]
    .flatMap((line) => line.split('|'))
    .map((word) => word.trim()),
);

describe('the texts', () => {
  it('exist in both languages, with the same placeholders and forms', () => {
    for (const area of areas) expect(Object.keys(german[area]!).sort()).toEqual(Object.keys(english[area]!).sort());
    for (const { area, name, text } of entries) {
      const other = german[area]![name]!;
      expect(other.trim(), `${area}.${name}`).not.toBe('');
      expect(placeholders(other), `${area}.${name}`).toEqual(placeholders(text));
      expect(forms(other), `${area}.${name}`).toBe(forms(text));
    }
  });

  it('are translated, except for words that are alike', () => {
    const same = entries.filter(({ area, name, text }) => german[area]![name] === text && !/^[^a-z]*$/i.test(text));
    const left = same.filter(({ text }) => !text.split(' | ').every((form) => alike.has(form)));
    expect(left.map(({ area, name, text }) => `${area}.${name}: ${text}`)).toEqual([]);
  });

  it('compile', () => {
    const wrong: string[] = [];
    for (const [locale, messages] of Object.entries({ en: english, de: german })) {
      const { global } = createI18n({ legacy: false, locale, messages: { [locale]: messages }, missingWarn: false });
      for (const { area, name } of entries) {
        const values = Object.fromEntries(
          placeholders(english[area]![name]!).map((one) => [one.slice(1, -1), one.slice(1, -1)]),
        );
        const text = (global.t as (key: string, values: object, count: number) => string)(`${area}.${name}`, values, 2);
        if (text === `${area}.${name}` || /[{}]/.test(text.replace(/^[[{].*[\]}]$/, ''))) wrong.push(`${area}.${name}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('are all used', () => {
    const sources = globSync('src-renderer/**/*.{ts,vue}').filter((file) => !file.includes('texts/'));
    const all = sources.map((file) => readFileSync(file, 'utf8')).join('\n');
    const used = (key: string) => all.includes(`'${key}'`) || all.includes(`text="${key}"`);
    const dynamic = (area: string) => area === 'units' || area === 'schema';
    const unused = entries.filter(({ area, name }) => !dynamic(area) && !used(`${area}.${name}`));
    expect(unused.map(({ area, name }) => `${area}.${name}`)).toEqual([]);
  });
});
