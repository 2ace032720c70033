import type { Element } from 'domhandler';
import type { RecipeField } from '../../../common/recipe';
import type { ValueKind } from '../../extraction/rules/lexicon/concept';
import { conceptsByName } from '../../extraction/rules/lexicon/lexicon';
import { wordsOf } from '../../extraction/rules/lexicon/words';
import { textOf } from '../../extraction/rules/page/text-of';
import { NAMING } from '../../extraction/selectors/candidates';
import { stableClasses } from '../shape';
import { areReadable, LOOKS, PLACES, SHORT_FORMS } from './name-words';

/** A text column is not named after a concept with one of these kinds of values. */
const NO_TEXT: readonly ValueKind[] = ['url', 'image'];
/** Kinds of values that a column may be named after, keyed by column type. */
const OTHER_KINDS: Partial<Record<RecipeField['type'], readonly ValueKind[]>> = {
  price: ['money', 'number', 'text'],
  date: ['date', 'time', 'text'],
  datetime: ['date', 'time', 'text'],
  time: ['time', 'date', 'duration', 'text'],
  integer: ['number', 'duration', 'money', 'text', 'code', 'stock', 'list'],
  number: ['number', 'duration', 'money', 'text', 'code', 'stock', 'list'],
};
const maxWords = 3;

/** Attributes whose value is a field name. In other attributes, one word of the value may be a field name. */
const EXACT = ['itemprop', 'property', 'data-field', 'data-label'];
/** Attributes for the tests of a site. They name elements, but too few sites have them to select elements by them. */
const TESTS = ['data-selenium', 'data-automation', 'data-automation-id', 'data-e2e', 'data-auto', 'data-tid'];
/** The name in a class with a hash, e.g. `availability` in `availability_x3Fz1`. */
const HASHED = /^([a-z]+(?:[A-Z][a-z]+)*)_{1,2}(?=[A-Za-z+-]*\d)(?=[a-z\d+-]*[A-Z])[A-Za-z\d+-]{5,}$/;
const maxHashedChars = 80;

/** Returns the first name in an element's attributes or classes. Prefers well-known field names. */
export function namedByAttributes(
  node: Element,
  type: RecipeField['type'],
  common: ReadonlySet<string>,
): string | undefined {
  const { attribs } = node;
  const exact = EXACT.flatMap((name) => attribs[name]?.split(/\s+/) ?? []);
  const naming = [...NAMING, ...TESTS].flatMap((name) => (EXACT.includes(name) ? [] : (attribs[name] ?? [])));
  const names = [...exact, ...naming, ...stableClassesOf(attribs).map(elementOf)].flatMap((value, at) => {
    const all = wordsOf(value).filter((word) => !PLACES.has(word) && /^\p{L}{2,}$/u.test(word));
    const words = all.filter((word) => !common.has(word));
    const whole = words.map((word) => SHORT_FORMS[word] ?? word);
    const known =
      at < exact.length ? undefined : (fieldWordIn(whole) ?? (all.at(-1) === 'name' ? fieldWordIn(all) : undefined));
    const isReadable = at < exact.length + naming.length || areReadable(whole);
    return known !== undefined || (isReadable && whole.length > 0 && whole.length <= maxWords)
      ? [known ?? whole.join(' ')]
      : [];
  });
  return names.find((name) => conceptsByName(name).length > 0 && mayBe(name, type, node)) ?? names[0];
}

/**
 * Returns the element part of a BEM class, e.g. `title` for `card__title`. If the element part is `name`, prefers a
 * field name in the block part, e.g. `product` in `product__name`.
 */
function elementOf(name: string): string {
  const at = name.lastIndexOf('__');
  const [block, element] =
    at > 0 && /[a-z]/i.test(name[at + 2] ?? '') ? [name.slice(0, at), name.slice(at + 2)] : ['', name];
  return element === 'name' && fieldWordIn(wordsOf(block)) !== undefined ? block : element;
}

const stableClassesOf = (attribs: Element['attribs']): readonly string[] => {
  const hashed = (attribs.class ?? '')
    .split(/\s+/)
    .map((name) => HASHED.exec(name.slice(0, maxHashedChars))?.[1] ?? '');
  const classes = [...stableClasses({ attribs } as Element), ...hashed];
  return classes.filter((name) => name !== '' && !LOOKS.test(name));
};

/** Returns the field name among the words, e.g. `title` for `titleline` or `location` for `job search location`. */
function fieldWordIn(words: readonly string[]): string | undefined {
  const [word = ''] = words;
  const ends = words.map((_, at) => words.slice(at).join(' '));
  const end = ends.find((one, at) => conceptsByName(one).length > 0 && (at === 0 || one !== 'name'));
  if (words.length !== 1 || end !== undefined) return end;
  return ['title', 'price', 'date', 'author', 'image', 'rating'].find(
    (name) => word.startsWith(name) && word !== `${name}s`,
  );
}

/** False for the name of a different kind of value, e.g. the class `author` around a date. */
export function mayBe(name: string, type: RecipeField['type'], node: Element): boolean {
  const kinds = OTHER_KINDS[type];
  const [concept] = conceptsByName(name);
  if (!concept) return true;
  const text = textOf(node);
  if (concept.kind === 'money' && /\d\s?%$/.test(text)) return false;
  if (concept.kind === 'phone' && !/\d/.test(text)) return false;
  if (MEASURES.has(concept.id) && !/\d/.test(text) && text.length > maxSizeChars) return false;
  return kinds
    ? kinds.includes(concept.kind)
    : type !== 'text' || !NO_TEXT.includes(concept.kind) || /^[\w-]+(?:\.[\w-]+)+(?:[\s/]|$)/.test(textOf(node));
}

/** Concepts that describe measurements. Their values are numbers or short codes such as `XL`. */
const MEASURES = new Set(['weight', 'size', 'width', 'height', 'depth', 'length']);
const maxSizeChars = 4;
