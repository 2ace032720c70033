import type { Element } from 'domhandler';
import { findElements } from '../extraction/rules/page/text-of';
import { atomsOf } from '../extraction/selectors/candidates';
import { recordSelector } from '../recipes/learn/find-records';
import type { SourceReader } from '../recipes/source-reader';
import { RecordsCache } from './records-cache';
import type { PickedRecord } from './shape';

/** A selector that matches all records, and any additional elements that it matches. */
export interface RecordsSelector {
  readonly css: string;
  readonly extra: readonly Element[];
}

/**
 * Returns the selector that matches all records and the fewest other elements. Undefined if no selector matches all
 * records. The result is cached.
 */
export const selectorOfRecords = (
  records: readonly PickedRecord[],
  reader: SourceReader,
): RecordsSelector | undefined => reader.evidence.once(selectors).of(records, () => selectorFor(records, reader));

const selectors = (): RecordsCache<RecordsSelector | undefined> => new RecordsCache();

function selectorFor(records: readonly PickedRecord[], reader: SourceReader): RecordsSelector | undefined {
  const wanted = records.flatMap(([first]) => first ?? []);
  const css = recordSelector([[{ reader }, wanted]]);
  if (css === undefined) return undefined;
  const found = { css, extra: extraOf(css, wanted, reader) };
  if (found.extra.length === 0) return found;
  return without(found, wanted, reader) ?? found;
}

function extraOf(css: string, wanted: readonly Element[], reader: SourceReader): readonly Element[] {
  const all = new Set(wanted);
  return reader.elements(css, reader.evidence.document).filter((element) => !all.has(element));
}

/**
 * Extends a selector to exclude elements that are not records. Uses features that no record has, e.g. an ad label or a
 * cell that spans all columns.
 */
function without(
  { css, extra }: RecordsSelector,
  wanted: readonly Element[],
  reader: SourceReader,
): RecordsSelector | undefined {
  const [sample] = extra;
  if (!sample) return undefined;
  const own = atomsOf(sample).map((atom) => `${css}:not(${atom.css})`);
  const inner = findElements(sample, () => true, 30).flatMap((element) => [
    ...atomsOf(element).map((atom) => `${css}:not(:has(${atom.css}))`),
    ...(element.attribs.colspan === undefined ? [] : [`${css}:not(:has([colspan]))`]),
  ]);
  const all = new Set(wanted);
  let best: RecordsSelector | undefined;
  for (const candidate of new Set([...own, ...inner])) {
    const matched = new Set(reader.elements(candidate, reader.evidence.document));
    if (!wanted.every((element) => matched.has(element))) continue;
    const left = [...matched].filter((element) => !all.has(element));
    if (left.length < (best ?? { extra }).extra.length) best = { css: candidate, extra: left };
  }
  return best;
}
