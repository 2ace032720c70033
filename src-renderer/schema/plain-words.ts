import type { TextKey } from '../texts/catalogue';
import { t } from '../texts/i18n';
import type { JsonSchema } from './json-schema';

/** Labels and help texts in everyday words, by field name. Used in Simple mode instead of the API's words. */
const words: Readonly<Record<string, { readonly label: TextKey; readonly help: TextKey }>> = {
  limit: { label: 'newJob.maxPages', help: 'newJob.maxPagesHelp' },
  crawlEntireDomain: { label: 'newJob.takeDomain', help: 'newJob.takeDomainHelp' },
  filterByPath: { label: 'newJob.belowOnly', help: 'newJob.belowOnlyHelp' },
  search: { label: 'newJob.searchWords', help: 'newJob.searchWordsHelp' },
  onlyMainContent: { label: 'newJob.mainContent', help: 'newJob.mainContentHelp' },
};

/** Returns the schema with labels and help texts in everyday words, for the fields that have such words. */
export function inPlainWords(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const plain = words[name];
    return [
      name,
      plain ? { ...field, label: t(plain.label), description: t(plain.help), textKey: undefined } : field,
    ] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Formats offered in Simple mode, in order. Other formats are shown only if they are selected. */
const plainFormats: readonly string[] = ['markdown', 'html', 'links', 'images', 'screenshot'];

/** True for a format that Simple mode shows. `chosen` contains the IDs of the selected formats. */
export const isPlainFormat = (id: string, chosen: readonly string[]): boolean =>
  plainFormats.includes(id) || chosen.includes(id);

/** Returns the names of formats in everyday words, by format ID. */
export const plainFormatNames = (): Readonly<Record<string, string>> => ({
  markdown: t('newJob.textFormat'),
  html: t('newJob.pageFormat'),
  json: t('start.fields'),
});
