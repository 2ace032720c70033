import { languageOf, stemmerOf } from './languages';
import { Thesaurus } from './thesaurus';
import type { Passages, Unit } from './units';
import { askingWords, valuesOfKind, wantedKind } from './wanted-values';
import { plainOf, Stems } from './words';

/** A unit and its score for a query. */
export interface Ranked {
  readonly unit: Unit;
  readonly text: string;
  readonly score: number;
  /** Share of the query's total weight covered by the unit and its headings, 0–1. */
  readonly coverage: number;
  /** Coverage by the unit alone, without its headings and label. */
  readonly ownCoverage: number;
  /** Number of query words that do not occur in the unit, its headings, its label or the headline. */
  readonly lacks: number;
}

/** Matching units on a page, best first, and the detected language. */
export interface Ranking {
  readonly language: string;
  readonly ranked: readonly Ranked[];
}

/** BM25 parameters: saturation of repeated words, and penalty for long units. */
const [k1, b] = [1.2, 0.6];
const [synonymWeight, headingWeight] = [0.75, 0.5];
/**
 * Weight of a query word that is absent from the page. Such a word counts less, because it is often just one of several
 * possible wordings.
 */
const absentWeight = 0.4;
/** Weight of an adjective that belongs to the question phrase, e.g. "high" in "how high". */
const askingWeight = 0.3;
const [fitFactor, misfitFactor] = [1.5, 0.8];
const unitsBetweenPauses = 500;

/** Words on the page that match a query word, each with the quality of its match. */
type Forms = ReadonlyMap<string, number>;

/**
 * Ranks the units of a page by BM25 over stems, including inflected forms and synonyms of the query words. Headings,
 * labels and table headers count as context. Pauses regularly so that other work on the thread can run.
 */
export async function rank(
  passages: Passages,
  query: string,
  declared: unknown,
  signal: AbortSignal,
): Promise<Ranking> {
  const language = languageOf(passages.markdown, declared);
  const stems = new Stems(language, await stemmerOf(language));
  const texts = passages.units.map(({ start, end }) => plainOf(passages.markdown.slice(start, end)));
  const own: (readonly string[])[] = [];
  for (const [at, text] of texts.entries()) {
    if (at % unitsBetweenPauses === unitsBetweenPauses - 1) await pause(signal);
    own.push(stems.of(text));
  }
  const context = contextOf(passages, stems);
  const page: PageWords = { own, context, vocabulary: new Set([...own.flat(), ...context.flatMap((set) => [...set])]) };
  const wanted = wordsOf(query, stems);
  const forms = formsOf(wanted, page, stems);
  const asking = new Set(stems.of(askingWords(query)));
  const weights = weightsOf(forms, page).map((weight, at) =>
    asking.has(wanted[at] ?? '') ? weight * askingWeight : weight,
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const average = own.reduce((sum, words) => sum + words.length, 0) / Math.max(1, own.length);
  const kind = wantedKind(query, language);
  const given = givenWords(wanted, forms, { kind, headline: passages.units[0]?.headings[0] ?? '', stems });
  const ranked = passages.units.flatMap((unit, at) => {
    const found = scoreOf(own[at] ?? [], context[at] ?? new Set(), { forms, weights, average, given });
    const text = texts[at] ?? '';
    if (found.score === 0 || total === 0) return [];
    const coverage = found.covered / total;
    const factor = kind === undefined ? 1 : valuesOfKind(text, kind).length > 0 ? fitFactor : misfitFactor;
    const score = found.score * (0.4 + 0.6 * coverage) * factor;
    return [{ unit, text, score, coverage, ownCoverage: found.own / total, lacks: found.lacks }];
  });
  return { language, ranked: ranked.toSorted((one, other) => other.score - one.score) };
}

/**
 * Returns, for each query word, true if the word cannot distinguish units: it occurs in the headline, or only asks for
 * a price.
 */
function givenWords(
  wanted: readonly string[],
  forms: readonly Forms[],
  { kind, headline, stems }: { kind: string | undefined; headline: string; stems: Stems },
): readonly boolean[] {
  const title = new Set(stems.of(plainOf(headline)));
  return forms.map(
    (one, at) => some(title, one) || (kind === 'money' && wantedKind(wanted[at] ?? '', stems.language) === 'money'),
  );
}

async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal.throwIfAborted();
}

/** Stems in a page's units and in their context. */
interface PageWords {
  readonly own: readonly (readonly string[])[];
  readonly context: readonly ReadonlySet<string>[];
  readonly vocabulary: ReadonlySet<string>;
}

/** Returns the stems in each unit's headings, label and table header. */
function contextOf({ units, blocks }: Passages, stems: Stems): readonly ReadonlySet<string>[] {
  const known = new Map<string, ReadonlySet<string>>();
  return units.map(({ headings, label, block, kind }) => {
    const head = kind === 'row' ? (blocks[block]?.head ?? '') : '';
    // The headline applies to the entire page, so it cannot distinguish units.
    const text = [...headings.slice(headings.length > 1 ? 1 : 0), label, head].join('\n');
    const words = known.get(text) ?? new Set(stems.of(plainOf(text)));
    known.set(text, words);
    return words;
  });
}

/** Returns the query words other than stop words, or all words if there are only stop words. */
function wordsOf(query: string, stems: Stems): readonly string[] {
  const telling = [...new Set(stems.of(query, { withStopWords: false }))];
  return telling.length > 0 ? telling : [...new Set(stems.of(query))];
}

function formsOf(wanted: readonly string[], { vocabulary }: PageWords, stems: Stems): readonly Forms[] {
  const thesaurus = new Thesaurus(stems);
  return wanted.map((word) => {
    const forms = new Map<string, number>();
    const put = (one: string, weight: number) => {
      if (weight > (forms.get(one) ?? 0)) forms.set(one, weight);
    };
    const synonyms = thesaurus.of(word);
    for (const one of vocabulary) {
      put(one, stems.likeness(word, one));
      for (const synonym of synonyms) {
        const likeness = stems.likeness(synonym, one);
        if (likeness >= 0.7) put(one, likeness * synonymWeight);
      }
    }
    return forms;
  });
}

/** Returns the weight of each query word. Words that are rarer on the page have a higher weight. */
function weightsOf(forms: readonly Forms[], { own, context }: PageWords): readonly number[] {
  return forms.map((one) => {
    const count = own.filter((words, at) => words.some((word) => one.has(word)) || some(context[at], one)).length;
    const rarity = Math.log(1 + (own.length - count + 0.5) / (count + 0.5));
    return count === 0 ? rarity * absentWeight : rarity;
  });
}

const some = (words: ReadonlySet<string> | undefined, forms: Forms): boolean => {
  for (const form of forms.keys()) if (words?.has(form)) return true;
  return false;
};

interface Measures {
  readonly forms: readonly Forms[];
  readonly weights: readonly number[];
  readonly average: number;
  readonly given: readonly boolean[];
}

function scoreOf(words: readonly string[], context: ReadonlySet<string>, { forms, weights, average, given }: Measures) {
  let [score, covered, own, lacks] = [0, 0, 0, 0];
  for (const [at, one] of forms.entries()) {
    const weight = weights[at] ?? 0;
    const found = words.flatMap((word) => one.get(word) ?? []);
    const best = Math.max(0, ...found);
    const above = Math.max(0, ...[...context].map((word) => (one.get(word) ?? 0) * headingWeight));
    const count = found.reduce((sum, likeness) => sum + likeness, 0);
    const length = 1 - b + (b * Math.max(words.length, 4)) / Math.max(1, average);
    score += weight * Math.max((count * (k1 + 1)) / (count + k1 * length), above);
    covered += weight * Math.max(best, above);
    own += weight * best;
    if (best === 0 && above === 0 && !given[at]) lacks++;
  }
  return { score, covered, own, lacks };
}
