import type { Element } from 'domhandler';
import { wordSet } from '../../../../common/values/words';
import { excerptOf, type Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';
import { sentencesIn } from '../sentences';

/** A sentence of the page's main part. */
export interface Sentence {
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  readonly node: Element;
  /** Index of the line. */
  readonly at: number;
}

const maxLine = 3000;
const maxSentence = 600;
/** Matches citations, e.g. `[12]` or `Holm et al.` Sentences with citations are about the work of others. */
const CITED = /\[\d{1,3}(?:[,–-]\s?\d{1,3})*\]|(?<!\p{L})et al\.?(?!\p{L})/u;
const GENERIC = wordSet(
  'a an and are as at be been by can do does for from has have how if in into is it its many much of on one or per than that the their they this those to was were what when where whether which who whose will with you your our we page text list mentioned current number count total name date value each any all',
);

const WORD = /[\p{L}\p{N}]+/gu;

/** Shortens a word so that its inflections match, e.g. `certificate` and `certifications`. */
export const stemOf = (word: string): string =>
  word.length > 6
    ? word.slice(0, 6)
    : word.length > 4
      ? word.replace(/(?:ed|es|s)$/, '')
      : word.replace(/(?<=\p{L}{2})s$/u, '');

/** Returns the stems of all words in a text. */
export const stemsIn = (text: string): readonly string[] => (text.toLowerCase().match(WORD) ?? []).map(stemOf);

/** Returns the stems of the significant words in a field's name or description. */
const stemsOf = (text: string): readonly string[] => [
  ...new Set(
    wordsOf(text)
      .filter((word) => !GENERIC.has(word))
      .map(stemOf),
  ),
];

/** Returns the stems of a field's description that its name lacks. */
export const describedStems = ({ name, description }: Field): readonly string[] => {
  const own = new Set(stemsOf(name));
  return stemsOf(description).filter((stem) => !own.has(stem));
};

/** Returns the sentences of a line. Empty for lines outside the page's main part. */
export function sentencesOfLine(evidence: Evidence, at: number): readonly Sentence[] {
  const split = evidence.once(splitLines);
  const known = split.get(at) ?? splitLine(evidence, at);
  split.set(at, known);
  return known;
}

/** Caches the sentences by the index of their line, because most fields need only few lines. */
const splitLines = (_: Evidence): Map<number, readonly Sentence[]> => new Map();

function splitLine({ view }: Evidence, at: number): readonly Sentence[] {
  const line = view.lines[at];
  if (!line || line.text.length > maxLine || line.flags & (OUTSIDE | flag.review) || line.node.name === 'pre')
    return [];
  return sentencesIn(line.text)
    .filter((text) => text.length <= maxSentence)
    .map((text) => ({ text, stems: new Set(stemsIn(text)), node: line.node, at }));
}

const sentencesByStem = (evidence: Evidence): ReadonlyMap<string, readonly Sentence[]> => {
  const byStem = new Map<string, Sentence[]>();
  for (const [at, { flags }] of evidence.view.lines.entries()) {
    if (flags & flag.form) continue;
    for (const sentence of sentencesOfLine(evidence, at)) {
      if (CITED.test(sentence.text)) continue;
      for (const stem of sentence.stems) {
        const known = byStem.get(stem);
        if (known) known.push(sentence);
        else byStem.set(stem, [sentence]);
      }
    }
  }
  return byStem;
};

/** Returns the sentences that contain all stems. Empty without stems. */
export function sentencesWith(evidence: Evidence, stems: readonly string[]): readonly Sentence[] {
  const byStem = evidence.once(sentencesByStem);
  const [first = [], ...others] = stems.map((stem) => byStem.get(stem) ?? []).toSorted((a, b) => a.length - b.length);
  return others.length === 0 ? first : first.filter(({ stems: said }) => stems.every((stem) => said.has(stem)));
}

/** Returns how many of the stems a sentence contains. */
export const shared = (sentence: Sentence, stems: readonly string[]): number =>
  stems.filter((stem) => sentence.stems.has(stem)).length;

/** Returns a value in a sentence as a sighting. */
export const inSentence = ({ text, node }: Sentence, raw: Sighting['raw'], weight = 0.5): Sighting => ({
  raw,
  weight,
  kind: 'text',
  node,
  excerpt: excerptOf(text),
});
