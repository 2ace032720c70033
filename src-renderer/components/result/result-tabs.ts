import type { ScrapeDocument } from '../../api/types';
import { shownName } from '../../display/words';
import { placeOf } from '../../schema/option-groups';
import { t } from '../../texts/i18n';

/** Display type of a value in a scrape result. */
export type ResultKind =
  | 'markdown'
  | 'html'
  | 'list'
  | 'link'
  | 'screenshot'
  | 'attributes'
  | 'changes'
  | 'actions'
  | 'metadata'
  | 'prose'
  | 'branding'
  | 'text'
  | 'json'
  | 'raw';

/** A tab that shows part of a scrape result. */
export interface ResultTab {
  readonly id: string;
  readonly label: string;
  readonly kind: ResultKind;
  readonly count?: number;
}

const kinds: Readonly<Record<string, ResultKind>> = {
  markdown: 'markdown',
  html: 'html',
  rawHtml: 'html',
  links: 'list',
  images: 'list',
  audio: 'link',
  video: 'link',
  highlights: 'markdown',
  screenshot: 'screenshot',
  attributes: 'attributes',
  changeTracking: 'changes',
  actions: 'actions',
  summary: 'prose',
  answer: 'prose',
  branding: 'branding',
  json: 'json',
};

function kindOf(name: string, value: unknown): ResultKind {
  const known = kinds[name];
  if (known && (known !== 'list' || Array.isArray(value))) return known;
  return typeof value === 'string' ? 'text' : 'json';
}

/**
 * Returns a tab for each value of the result, including values from plugin formats. The last tabs contain the metadata
 * and the complete result.
 */
export function resultTabs(document: ScrapeDocument): readonly ResultTab[] {
  const formats = Object.entries(document)
    .filter(([name, value]) => value !== undefined && value !== null && name !== 'metadata' && name !== 'warning')
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([name, value]) => ({
      id: name,
      label: shownName(name),
      kind: kindOf(name, value),
      ...(Array.isArray(value) ? { count: value.length } : {}),
    }));
  return [
    ...formats,
    ...(document.metadata ? [{ id: 'metadata', label: t('result.metadata'), kind: 'metadata' as const }] : []),
    { id: ' response', label: t('result.response'), kind: 'raw' },
  ];
}
