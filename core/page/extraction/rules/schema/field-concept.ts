import type { Concept, ValueKind } from '../lexicon/concept';
import { conceptById, conceptsByLabel, conceptsByName } from '../lexicon/lexicon';
import { wordsOf } from '../lexicon/words';
import type { FieldKind } from './field';

/** Words that name a schema's subject and therefore do not describe a field. */
const THINGS = new Set(
  'product item main article recipe event job position listing property page company business book movie film person profile the a an of current my field value data info information details detail full complete raw text string apartment flat restaurant hotel vehicle car post blog news offer contact show concert'.split(
    ' ',
  ),
);
const UNIT_WORDS = new Set(
  'minutes mins min seconds sec hours usd eur gbp chf iso sqm sqft m2 km2 mm cm kg grams lb lbs km kmh mph kw hp kcal celsius fahrenheit percent pct'.split(
    ' ',
  ),
);

/** Returns the words of a field name. Removes units and subject words, unless the name contains no other words. */
export function fieldWords(name: string): readonly string[] {
  const words = wordsOf(name).filter((word) => !UNIT_WORDS.has(word));
  const bare = words.filter((word) => !THINGS.has(word));
  return bare.length > 0 ? bare : words.length > 0 ? words : wordsOf(name);
}

interface Named {
  readonly name: string;
  readonly words: readonly string[];
  readonly kind: FieldKind;
  readonly description: string;
  readonly context: readonly string[];
}

/**
 * Returns the concept that a field represents, according to its name, its type and the names of the surrounding fields.
 */
export function conceptFor({ name, words, kind, context }: Named): Concept | undefined {
  if (name === '') return undefined;
  const around = wordsOf(context.at(-1) ?? '').filter((word) => !THINGS.has(word));
  const tries = [wordsOf(name).join(' '), words.join(' ')];
  for (const text of tries) {
    const special = inContext(text, around);
    if (special) return special;
    // The label `Product #` refers to a number, but a field named `product` means the product itself.
    const byLabel = THINGS.has(text) || text === 'service' ? [] : conceptsByLabel(text);
    const named = fitting(conceptsByName(text), kind) ?? fitting(byLabel, kind);
    if (named) return named;
  }
  const subject = kind === 'string' ? subjectOf(name) : undefined;
  if (subject) return subject;
  const contact = fitting(conceptsByName(words.filter((word) => !WHOSE.has(word)).join(' ')), kind);
  return contact && CONTACTS.has(contact.kind) ? contact : undefined;
}

/** A field name such as `clubName`, for the name of an organization or place. */
export const ORGANIZATION_NAME =
  /^(?:club|clinic|store|shop|firm|practice|school|organi[sz]ation|institution|museum|gym|salon|agency|association|society|hospital|library|bar|cafe|bakery|brewery|theat(?:er|re)|university|charity|studio|bank|branch|venture|startup|office)[ _-]?name$/i;
/** A field name such as `festivalName`, for the title of an event or text. */
const SUBJECT_NAME =
  /^(?:festival|course|class|workshop|lecture|talk|concert|show|fair|exhibition|conference|tournament|race|tour|seminar|thread|topic|question|post|article|news|episode|album|project|guide|program|programme|dataset)[ _-]?(?:name|title|headline)$/i;

const subjectOf = (name: string): Concept | undefined =>
  ORGANIZATION_NAME.test(name) ? conceptById('company') : SUBJECT_NAME.test(name) ? conceptById('title') : undefined;

/** Words that may precede `email` or `phone` in a field name. */
const WHOSE = new Set(
  'support help customer service business general office sales press main info inquiries helpdesk hotline reception booking reservation reservations enquiries department section desk'.split(
    ' ',
  ),
);
const CONTACTS: ReadonlySet<ValueKind> = new Set(['email', 'phone']);

/**
 * Returns the meaning of a name inside another field, e.g. a person for `name` in `author`, or the salary for `price`
 * in `salary`.
 */
function inContext(text: string, around: readonly string[]): Concept | undefined {
  const [outer] = around.length > 0 ? conceptsByName(around.join(' ')) : [];
  // A field inside `comments` describes one comment, not the number of comments.
  if (!outer || outer.id.endsWith('Count')) return undefined;
  // A field inside `pets` describes an animal, not whether animals are allowed.
  if (outer.kind === 'flag') return undefined;
  // A field inside a list such as `parameters` describes one entry.
  if (outer.kind === 'list' && text !== 'text') return undefined;
  if (['name', 'full name', 'title', 'value', 'text'].includes(text)) return outer;
  if (outer.id === 'salary' && /min/.test(text)) return conceptById('salaryMin');
  if (outer.id === 'salary' && /max/.test(text)) return conceptById('salaryMax');
  if (outer.id === 'address' && text === 'state') return conceptById('region');
  if (outer.id === 'rating' && /count|reviews/.test(text)) return conceptById('reviewCount');
  return undefined;
}

const NUMERIC: ReadonlySet<ValueKind> = new Set(['money', 'number', 'duration', 'text', 'code', 'date', 'list']);

/** Returns the first concept whose values can have the field's type. */
function fitting(found: readonly Concept[], kind: FieldKind): Concept | undefined {
  return found.find((concept) => {
    if (kind === 'boolean') return concept.kind === 'flag' || concept.kind === 'stock' || concept.kind === 'text';
    if (kind === 'number' || kind === 'integer') return NUMERIC.has(concept.kind);
    if (kind === 'array') return true;
    return concept.kind !== 'flag' || kind === 'string' || kind === 'any';
  });
}
