import type { TextKey } from '../texts/catalogue';
import { t } from '../texts/i18n';

const kinds: Readonly<Record<string, TextKey>> = {
  'json-ld': 'extract.jsonLdMarkup',
  microdata: 'extract.microdataMarkup',
  rdfa: 'extract.rdfaMarkup',
  meta: 'extract.aMetaTag',
  state: 'extract.dataOfAScript',
  table: 'extract.aTable',
  definition: 'extract.aDefinitionList',
  label: 'extract.aLabelledValue',
  attribute: 'extract.anAttribute',
  heading: 'extract.aHeading',
  record: 'extract.aRecordOfAList',
  text: 'extract.theText',
  address: 'extract.theAddressOfThePage',
  model: 'extract.aLanguageModel',
};

/** What kind of place a value was read from. */
export function sourceWords(kind: string): string {
  const known = kinds[kind];
  return known ? t(known) : kind;
}
