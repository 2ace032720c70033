import { wordSet } from '../../../../common/values/words';
import type { Concept } from '../lexicon/concept';
import { conceptById, concepts } from '../lexicon/lexicon';
import { labelKey, wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { askedIn } from './question-words';
import { templateFor } from './templates';

/** A schema guessed from a prompt or from the kind of page, and a warning about the guess. */
export interface GuessedSchema {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly warning: string;
}

const MANY =
  /\b(?:all|every|each|list|lists|table|rows|entries|items|products|articles|jobs|events|offers|results|alle|jede[rsn]?|liste|tous|toutes|chaque|todos|todas|cada|lista|tutti|tutte|ogni|alle|wszystkie|все|список)\b|すべて|一覧|所有|列表|모든|목록/iu;
/** Common words in prompts that match a concept only by chance. */
const COMMON = wordSet(`
  product, now, by, text, content, information, page, pages, data, site, list, type, when, where, to, from, end,
  start, for, open, do, di, mo, me, source, web, state, place, item, kind, make, time, details, article, contact,
  mail, name of, link, how to, le, par, por, de, about, the good, pro, plus, main, fr, sam, mar, jour, cap, ma, year,
  job, review, store, shop, section, company, label, team, for sale, was, statt
`);

/**
 * Returns a schema for a request without a schema. The fields are those named in the prompt, else the default fields
 * for the kind of page.
 */
export function guessSchema(evidence: Evidence, prompt = ''): GuessedSchema {
  const { asked, rest } = askedIn(prompt);
  const named = conceptsIn(rest);
  const added = asked.filter(({ kind }) => !named.some((concept) => concept.kind === kind));
  if (named.length + added.length > 0) {
    const properties = Object.fromEntries([
      ...named.map((concept) => [fieldName(concept), propertyOf(concept)]),
      ...added.map(({ name }) => [name, propertyNamed(name)]),
    ]);
    const record = { type: 'object', properties };
    const many = MANY.test(prompt);
    const schema = many ? { type: 'object', properties: { items: { type: 'array', items: record } } } : record;
    const names = Object.keys(properties).join(', ');
    return {
      schema,
      warning: `No schema was given and no language model was used, so the fields were guessed from words in the prompt (${names}); the rest of the prompt was ignored. Add a schema to choose the fields.`,
    };
  }
  const { name, ids } = templateFor(evidence);
  // The publication date of a book is often only a year.
  const isBook = ids.includes('isbn');
  const properties = Object.fromEntries(
    concepts
      .filter(({ id }) => ids.includes(id))
      .map((concept) => [
        fieldName(concept),
        isBook && MOMENTS.has(concept.id) ? { type: ['string', 'null'] } : propertyOf(concept),
      ]),
  );
  const why =
    prompt === ''
      ? 'No schema was given'
      : 'No schema was given, and the prompt mentions no known field, so it was ignored';
  return {
    schema: { type: 'object', properties },
    warning: `${why}; the fields are the usual ones for this kind of page (${name}). Add a schema to choose the fields.`,
  };
}

/** Returns the concepts mentioned in a prompt, in order of appearance. */
function conceptsIn(prompt: string): readonly Concept[] {
  const text = ` ${wordsOf(prompt.slice(0, 4000)).join(' ')} `;
  const found: { concept: Concept; at: number; length: number }[] = [];
  for (const concept of concepts) {
    for (const name of [...concept.names, ...concept.labels]) {
      if (COMMON.has(labelKey(name)) || name.length < 3) continue;
      const at = placeOf(text, name);
      if (at >= 0) found.push({ concept, at, length: name.length });
    }
  }
  found.sort((a, b) => b.length - a.length || a.at - b.at);
  const taken: { at: number; end: number; concept: Concept }[] = [];
  for (const { concept, at, length } of found) {
    if (taken.some((one) => one.concept === concept || (at < one.end && one.at < at + length))) continue;
    taken.push({ at, end: at + length, concept });
  }
  return taken.sort((a, b) => a.at - b.at).map(({ concept }) => concept);
}

function placeOf(text: string, name: string): number {
  const words = wordsOf(name).join(' ');
  if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(words)) return words.length < 2 ? -1 : text.indexOf(words);
  for (const form of [` ${words} `, ` ${words}s `]) {
    const at = text.indexOf(form);
    if (at >= 0) return at;
  }
  return -1;
}

/** Returns the schema of a field's concept, else a string schema. */
function propertyNamed(name: string): Readonly<Record<string, unknown>> {
  const concept = conceptById(name);
  return concept ? propertyOf(concept) : { type: ['string', 'null'] };
}

const fieldName = ({ id }: Concept): string => id;

const TYPES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  money: { type: ['number', 'null'] },
  number: { type: ['number', 'null'] },
  duration: { type: ['number', 'null'], description: 'Minutes' },
  flag: { type: ['boolean', 'null'] },
  stock: { enum: ['InStock', 'OutOfStock', null] },
  list: { type: ['array', 'null'], items: { type: 'string' } },
};

const propertyOf = ({ kind, id }: Concept): Readonly<Record<string, unknown>> =>
  id === 'images'
    ? { type: ['array', 'null'], items: { type: 'string', format: 'uri' } }
    : MOMENTS.has(id)
      ? { type: ['string', 'null'], format: 'date-time' }
      : (TYPES[kind] ?? { type: ['string', 'null'] });

/** Concepts whose values are returned as ISO 8601 dates. */
const MOMENTS = wordSet('datePublished dateModified');
