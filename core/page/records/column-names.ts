import type { Element } from 'domhandler';
import { isText } from 'domhandler';
import type { RecipeField } from '../../common/recipe';
import { findMoney } from '../../common/values/money';
import { oneLine } from '../documents/content/text';
import type { ValueKind } from '../extraction/rules/lexicon/concept';
import { conceptsByName } from '../extraction/rules/lexicon/lexicon';
import { wordsOf } from '../extraction/rules/lexicon/words';
import { elementsIn, findElements, isWithin, textOf } from '../extraction/rules/page/text-of';
import { firstNode, isInHeading, type RecordColumn } from './columns';
import type { PickedRecord } from './shape';
import { asElement, stableClasses } from './shape';
import { unitOf } from './units';

/** A column with the type of its values. */
export interface TypedColumn {
  readonly column: RecordColumn;
  readonly type: RecipeField['type'];
}

/** Words in class names that describe position or appearance rather than meaning. */
const PLACES = new Set(
  'text value label content contents body inner outer wrapper wrap box col column left right top bottom head foot header footer item items line row cell td th info meta main data field list now current final amount entry card teaser tile block group container holder part sub small big large middle bold link links img pic el element span div title1 js fig caption figcaption'.split(
    ' ',
  ),
);
/** Utility classes of CSS frameworks, which describe only appearance. */
const LOOKS =
  /^(?:[\w-]+:.*|-?[mp][trblxyse]?-(?:\d.*|auto|px)|(?:text|font)-(?:xs|sm|base|lg|xl|\dxl|thin|light|normal|medium|semibold|bold|center|left|right|muted|white|black|[a-z]+-\d{2,3})|(?:bg|border|rounded|shadow|flex|grid|gap|[wh]|min-[wh]|max-[wh]|items|justify|self|space-[xy]|leading|tracking|z|overflow|opacity|object|order|line-clamp|f[ws]|d)-.+|flex|grid|block|inline|inline-(?:block|flex)|contents|container|clearfix|hidden|visible|invisible|relative|absolute|fixed|static|sticky|isolate|grow|shrink|truncate|uppercase|lowercase|capitalize|antialiased|italic|underline|border|rounded|shadow|outline|ring|transition|resize|prose)$/;
const NAMING = ['itemprop', 'data-field', 'data-testid', 'data-test', 'data-qa', 'data-label', 'property'];
const OTHER_TYPES: Partial<Record<RecipeField['type'], string>> = {
  price: 'price',
  date: 'date',
  datetime: 'date',
  time: 'time',
  email: 'email',
  phone: 'phone',
};
/** Kinds of concepts that a column name may refer to, by column type. */
const OTHER_KINDS: Partial<Record<RecipeField['type'], readonly ValueKind[]>> = {
  price: ['money', 'number', 'text'],
  date: ['date', 'time', 'text'],
  datetime: ['date', 'time', 'text'],
  time: ['time', 'date', 'duration', 'text'],
  integer: ['number', 'duration', 'money', 'text', 'code', 'stock', 'list'],
  number: ['number', 'duration', 'money', 'text', 'code', 'stock', 'list'],
};
/** Abbreviations in class names. */
const SHORT_FORMS: Readonly<Record<string, string>> = { addr: 'address', desc: 'description', qty: 'quantity' };
const maxWords = 3;

/** Names each column: by a name on the page if it has one, else by its values. */
export function namesOf(columns: readonly TypedColumn[], records: readonly PickedRecord[]): readonly string[] {
  const around = { words: commonWords(records), records: new Set(records.flat()) };
  const said = columns.map((one) => (isAddress(one) ? undefined : nameOf(one, around)));
  const texts = said.some((name) => /^(?:title|name)$/i.test(name ?? '')) ? said : withTitle(said, columns);
  return columns.map((one, index) => texts[index] ?? addressName(one, columns, texts, around));
}

/** Adds a number to each repeated name. */
export function numbered(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const own = freeName(name, taken);
    taken.add(own.toLowerCase());
    return own;
  });
}

/** Returns a name, with the next free number if it is taken; `taken` contains names in lower case. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name.toLowerCase())) return name;
  const base = name.replace(/ \d+$/, '');
  let number = 2;
  while (taken.has(`${base} ${number}`.toLowerCase())) number++;
  return `${base} ${number}`;
}

interface Around {
  /** Words in the classes of the records themselves, such as `card`, which add no meaning to `card-title`. */
  readonly words: ReadonlySet<string>;
  readonly records: ReadonlySet<Element>;
}

const isAddress = ({ column: { what } }: TypedColumn): boolean => what === 'href' || what === 'src';

/** Minimum number of class names with the same first word for that word to count as the prefix of a block. */
const ofBlock = 3;

/** Returns class words that say nothing about a value: those of the first record and of the blocks inside it. */
function commonWords(records: readonly PickedRecord[]): ReadonlySet<string> {
  const [first = []] = records;
  const inside = first.flatMap((element) => findElements(element, () => true).flatMap(stableClasses));
  const blocks = new Map<string, number>();
  for (const name of new Set(inside)) {
    const [word, ...rest] = wordsOf(name);
    if (word !== undefined && rest.length > 0 && conceptsByName(word).length === 0)
      blocks.set(word, (blocks.get(word) ?? 0) + 1);
  }
  const common = [...blocks].filter(([, count]) => count >= ofBlock).map(([word]) => word);
  return new Set([...first.flatMap((element) => stableClasses(element).flatMap(wordsOf)), ...common]);
}

function nameOf({ column, type }: TypedColumn, around: Around): string {
  if (column.label !== '') return cleaned(column.label);
  const node = firstNode(column);
  if (!node) return 'text';
  const list = column.isList && node.name === 'li' ? asElement(node.parent) : undefined;
  const said = saidBy(node, type, around) ?? (list && namedByAttributes(list, around.words));
  if (isStruck(node)) return said === undefined || said === 'price' ? 'old price' : said;
  if (column.what === 'value' && type === 'number') return said ?? 'rating';
  if (said === undefined || conceptsByName(said).length === 0)
    return byNeighbour(node) ?? said ?? byText(column, type, node);
  return said;
}

const cleaned = (label: string): string =>
  oneLine(label.replaceAll('/', ' '))
    .replace(/(?<![:：*])[:：*]+$/, '')
    .trim()
    .slice(0, 60) || 'text';

/**
 * Returns the name in the attributes of an element or of its ancestors in the record. For amounts, dates and contacts,
 * an ancestor's name must be a known one.
 */
function saidBy(node: Element, type: RecipeField['type'], { words, records }: Around): string | undefined {
  let at: Element | undefined = innermostOf(node);
  for (let level = 0; at && level < 3; at = asElement(at.parent)) {
    if (level > 0 && hasOthers(at, node)) return undefined;
    const name = namedByAttributes(at, words);
    const isSure = level === 0 || OTHER_TYPES[type] === undefined || conceptsByName(name ?? '').length > 0;
    if (name !== undefined && isSure && mayBe(name, type)) return name;
    if (at === node || level > 0) level++;
    if (records.has(at) || /^(?:li|article|tr|ul|ol|section|table|dl)$/.test(at.name)) return undefined;
  }
  return undefined;
}

/** Returns the innermost element with the same text. */
function innermostOf(node: Element): Element {
  const inner = elementsIn(node);
  const [only] = inner;
  return only && inner.length === 1 && textOf(only) === textOf(node) ? innermostOf(only) : node;
}

/** False if the name means a different kind of value: a class `author` around a date only describes its position. */
function mayBe(name: string, type: RecipeField['type']): boolean {
  const kinds = OTHER_KINDS[type];
  const [concept] = conceptsByName(name);
  return !kinds || !concept || kinds.includes(concept.kind);
}

/** True if an element contains text outside the nested one; a single value after it does not count. */
const hasOthers = (around: Element, node: Element): boolean => {
  let at = node;
  while (at.parent && at.parent !== around) at = at.parent as Element;
  const position = around.children.indexOf(at);
  const says = (child: unknown): boolean => {
    const element = asElement(child);
    return element !== undefined && textOf(element) !== '';
  };
  return around.children.slice(position + 1).filter(says).length > 1 || around.children.slice(0, position).some(says);
};

function namedByAttributes({ attribs }: Element, common: ReadonlySet<string>): string | undefined {
  const naming = NAMING.flatMap((name) => attribs[name] ?? []);
  for (const value of [...naming, ...stableClassesOf(attribs)]) {
    const words = wordsOf(value).filter((word) => !PLACES.has(word) && !common.has(word) && /^\p{L}{2,}$/u.test(word));
    const whole = words.map((word) => SHORT_FORMS[word] ?? word);
    if (whole.length > 0 && whole.length <= maxWords) return known(whole) ?? whole.join(' ');
  }
  return undefined;
}

const stableClassesOf = (attribs: Element['attribs']): readonly string[] =>
  stableClasses({ attribs } as Element).filter((name) => !LOOKS.test(name));

/** Returns a known name at the start of a compound word, such as title for `titleline`. */
function known(words: readonly string[]): string | undefined {
  const [word = ''] = words;
  if (words.length !== 1 || conceptsByName(word).length > 0) return undefined;
  return ['title', 'price', 'date', 'author', 'image', 'rating'].find(
    (name) => word.startsWith(name) && word !== `${name}s`,
  );
}

const isStruck = (node: Element): boolean => {
  for (let up: Element | undefined = node; up; up = asElement(up.parent)) {
    if (up.name === 's' || up.name === 'del' || up.name === 'strike') return true;
    if (up.name === 'article' || up.name === 'li' || up.name === 'tr') return false;
  }
  return false;
};

/** Names a link after its text; the link of the title, or else the first link, is just called `link`. */
function addressName(
  { column, type }: TypedColumn,
  columns: readonly TypedColumn[],
  names: readonly (string | undefined)[],
  { words }: Around,
): string {
  const node = firstNode(column);
  const own = node && namedByAttributes(node, words);
  if (column.what === 'src') return own === 'avatar' || own === 'logo' ? own : 'image';
  if (type !== 'link' || !node) return type;
  const links = columns
    .filter((one) => one.type === 'link')
    .map((one) => ({ one: one.column, title: titleOf(one.column, columns, names) }));
  const main = (links.find(({ title }) => /^(?:title|name)/i.test(title ?? '')) ?? links[0])?.one;
  if (main === column) return 'link';
  const title = titleOf(column, columns, names) ?? own;
  return title === undefined || title === 'text' ? 'link 2' : `${title} link`;
}

/** Returns the name of the text column inside or around a link. */
function titleOf(
  link: RecordColumn,
  columns: readonly TypedColumn[],
  names: readonly (string | undefined)[],
): string | undefined {
  const node = firstNode(link);
  const at = columns.findIndex(({ column }, index) => {
    const text = firstNode(column);
    return (
      names[index] !== undefined &&
      node &&
      text &&
      (isWithin(node, text) || isWithin(text, node)) &&
      column.what === 'text'
    );
  });
  return names[at];
}

/** Returns `author` if the word `by` precedes the element. */
function byNeighbour(node: Element): string | undefined {
  const before = node.previousSibling;
  return before && isText(before) && /(?:^|[\s,·|])(?:by|von|par|por|di|door|av)\s*$/i.test(before.data)
    ? 'author'
    : undefined;
}

/** Names a text column by its type, its unit or its element. */
function byText({ cells, what }: RecordColumn, type: RecipeField['type'], node: Element): string {
  const texts = cells.flat().map(({ text }) => text.trim());
  const unit = type === 'integer' || type === 'number' ? unitOf(texts) : undefined;
  const words = wordsOf(unit ?? '').filter((one) => /^\p{L}{2,}$/u.test(one));
  const word = words.find((one) => one.length > 2);
  if (texts.every((text) => /^\d+:[0-5]\d(?::[0-5]\d)?$/.test(text)) && type === 'text') return 'duration';
  if (texts.every((text) => /^\d+\s?[:–-]\s?\d+$/.test(text)) && type !== 'time') return 'score';
  if (type === 'price' && texts.every((text) => OF_WORK.test(text))) return 'salary';
  const byType = arePrices(texts) ? 'price' : OTHER_TYPES[type];
  if (byType !== undefined) return byType;
  if (word !== undefined) return word;
  if (node.name === 'dt' || isInHeading(node)) return 'title';
  if (node.name === 'time') return 'date';
  if (node.name === 'address') return 'address';
  if (what === 'text' && texts.some((text) => text.length > 80)) return 'description';
  if (texts.every((text) => /^\d(?:[.,]\d)?\s?(?:\/|of|out of|von|sur|de)\s?(?:5|10)$/.test(text))) return 'rating';
  if (type === 'integer' && texts.every((text) => /^(?:1[89]|20)\d\d$/.test(text))) return 'year';
  return leadOf(texts) ?? words[0] ?? (type === 'integer' || type === 'number' ? 'number' : 'text');
}

/** Units of time used for pay, but not for prices and rents. */
const OF_WORK =
  /\b(?:an?|per) (?:year|annum|hour)\b|\/\s?(?:yr|hr|year|hour)\b|pro (?:jahr|stunde)\b|par an\b|de l’heure|al año|all’anno/iu;

/** True if the values are amounts of money or words in place of one, such as `35 €` and `Free`. */
const arePrices = (texts: readonly string[]): boolean => {
  const others = texts.filter((text) => findMoney(text)[0]?.currency === undefined);
  const isShort = texts.every((text) => text.length < 30);
  return isShort && others.length * 2 <= texts.length && others.every((text) => !/\d/.test(text));
};

/** Returns the word that precedes the number in all values, as in `Height 20 cm`. */
function leadOf(texts: readonly string[]): string | undefined {
  const [first = ''] = texts;
  const lead = /^(\p{L}{3,}):?\s\d/u.exec(first)?.[1];
  if (lead === undefined || texts.length < 2) return undefined;
  return texts.every(
    (text) => text.startsWith(lead) && /^:?\s\d+(?:[.,]\d+)*(?:\s\S+){0,2}$/.test(text.slice(lead.length)),
  )
    ? lead.toLowerCase()
    : undefined;
}

/** Ensures that there is a title column: text in a link or in bold, else the first long, distinctive text. */
function withTitle(
  names: readonly (string | undefined)[],
  columns: readonly TypedColumn[],
): readonly (string | undefined)[] {
  const fits = columns.map(({ column, type }, index): number => {
    const texts = column.cells.flat().map(({ text }) => text);
    const share = new Set(texts).size / Math.max(1, texts.length);
    const length = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
    const node = firstNode(column);
    const isMarked = node !== undefined && /^(?:a|b|strong|h\d)$/.test(node.name);
    const isOpen = names[index] === 'text' && type === 'text' && column.label === '' && length < 200;
    return !isOpen ? 0 : isMarked && share > 0.2 ? 2 : share > 0.5 && length >= 8 ? 1 : 0;
  });
  const at = fits.indexOf(Math.max(1, ...fits));
  return names.map((name, index) => (index === at ? 'title' : name));
}
