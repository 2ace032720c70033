import type { SourceKind } from '../../../../contract/plugin';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import type { Line } from '../page/view';
import { sentencesIn } from '../sentences';
import { excerptOf, type Sighting } from './sighting';

/** Selects the lines to search, and sets the defaults of the sightings found in them. */
export interface LineRule {
  /** Maximum length of a line, in characters. Default: unlimited. */
  readonly maxChars?: number;
  /** Flags of lines to skip. */
  readonly away: number;
  /**
   * Range of lines `[from, to)`, relative to the headline. Without `to`, the range extends to the end of the page.
   * Default: all lines.
   */
  readonly near?: readonly [from: number, to?: number];
  /** Condition that the entire line must meet, even if only its sentences are searched. */
  readonly needs?: RegExp | ((text: string) => boolean);
  readonly weight: number;
  /** Default: `text`. */
  readonly kind?: SourceKind;
}

type Viewed = Pick<Evidence, 'view'>;
type Raw = Sighting['raw'];
/** A raw value, or a sighting whose other properties override the defaults. */
type Found = Raw | (Pick<Sighting, 'raw'> & Partial<Sighting>);
/** Returns the values in a text. A pattern returns its first captured group, or else the whole match. */
type Reader = RegExp | ((text: string, line: Line, at: number) => Found | readonly Found[] | undefined);

/** Returns the values that a reader finds in the selected lines of a page. */
export const inLines = (evidence: Viewed, rule: LineRule, reader: Reader): readonly Sighting[] =>
  search(evidence, rule, reader, (text) => [text]);

/** Returns the values that a reader finds in the sentences of the selected lines. */
export const inSentences = (evidence: Viewed, rule: LineRule, reader: Reader): readonly Sighting[] =>
  search(evidence, rule, reader, sentencesIn);

function search(
  { view: { lines, headlineAt } }: Viewed,
  { maxChars = Number.POSITIVE_INFINITY, away, near, needs, weight, kind = 'text' }: LineRule,
  reader: Reader,
  split: (text: string) => readonly string[],
): readonly Sighting[] {
  const read = reader instanceof RegExp ? (text: string) => matchOf(reader, text) : reader;
  const isWanted = needs instanceof RegExp ? (text: string) => needs.test(text) : (needs ?? (() => true));
  const from = near ? Math.max(0, headlineAt + near[0]) : 0;
  const to = Math.min(lines.length, headlineAt + (near?.[1] ?? lines.length));
  const sightings: Sighting[] = [];
  for (let at = from; at < to; at++) {
    const line = lines[at];
    if (!line || line.text.length > maxChars || line.flags & (away | flag.silent) || !isWanted(line.text)) continue;
    for (const part of split(line.text)) {
      const found = read(part, line, at);
      if (found === undefined) continue;
      for (const one of [found].flat()) {
        const own = typeof one === 'object' ? one : { raw: one };
        sightings.push({ weight, kind, node: line.node, excerpt: excerptOf(part), ...own });
      }
    }
  }
  return sightings;
}

/** Returns the first captured group of a match, or else the whole match. */
function matchOf(pattern: RegExp, text: string): string | undefined {
  const found = pattern.exec(text);
  return found?.slice(1).find((group) => group !== undefined) ?? found?.[0];
}
