import type { Element } from 'domhandler';
import type { RecipeField } from '../../../common/recipe';
import { oneLine } from '../../documents/content/text';
import type { Concept } from '../../extraction/rules/lexicon/concept';
import { conceptsByName } from '../../extraction/rules/lexicon/lexicon';
import { wordsOf } from '../../extraction/rules/lexicon/words';
import { isSaidFormer } from '../../extraction/rules/page/struck';
import { findElements, isWithin, textOf } from '../../extraction/rules/page/text-of';
import { areRatings, saysDay } from '../column-types';
import { firstNode, innermostOf, isInHeading, type RecordColumn } from '../columns';
import type { PickedRecord } from '../shape';
import { asElement, stableClasses } from '../shape';
import { unitOf } from '../units';
import { mayBe, namedByAttributes } from './attribute-names';
import { nameBeside } from './name-beside';
import { isNameLike, wordsOnly } from './title-texts';
import { arePrices, areRatingCounts, DURATION, leadOf, leadOfNumbers, nameOfValues } from './value-names';

/** A column and the type of its values. */
export interface TypedColumn {
  readonly column: RecordColumn;
  readonly type: RecipeField['type'];
}

const OTHER_TYPES: Partial<Record<RecipeField['type'], string>> = {
  price: 'price',
  date: 'date',
  datetime: 'date',
  time: 'time',
  email: 'email',
  phone: 'phone',
};

/** Returns a name for each column: a name found on the page, else a name derived from the column's values. */
export function namesOf(columns: readonly TypedColumn[], records: readonly PickedRecord[]): readonly string[] {
  const lower = new Set(records.flatMap((record) => record.slice(1).filter(({ name }) => name === 'tr')));
  const around = { words: commonWords(records), records: new Set(records.flat()), lower };
  const owners = ownersOf(columns);
  const called = columns.map((one) => (isAddress(one) ? undefined : nameOf(one, around, owners)));
  const said = withTypes(called, columns);
  const texts = said.some((name) => conceptsByName(name ?? '')[0]?.id === 'title') ? said : withTitle(said, columns);
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

/** Returns a name unchanged if it is free, else with the next free number. `taken` contains lower-case names. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name.toLowerCase())) return name;
  const base = name.replace(/ \d+$/, '');
  let number = 2;
  while (taken.has(`${base} ${number}`.toLowerCase())) number++;
  return `${base} ${number}`;
}

interface Around {
  /** Words in the records' own classes, e.g. `card`. They add no meaning to classes such as `card-title`. */
  readonly words: ReadonlySet<string>;
  readonly records: ReadonlySet<Element>;
  /** Table rows after the first row of their record. */
  readonly lower: ReadonlySet<Element>;
}

const isAddress = ({ column: { what } }: TypedColumn): boolean => what === 'href' || what === 'src';

/** A word counts as a prefix if at least this many class names start with it. */
const ofBlock = 3;

/**
 * Returns the words in class names that do not describe a value. These are the words in the first record's own classes,
 * and the prefixes shared by many classes in that record.
 */
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
  // The class of a further table row describes the row's values, e.g. `note`.
  const own = first.filter(({ name }, at) => at === 0 || name !== 'tr');
  return new Set([...own.flatMap((element) => stableClasses(element).flatMap(wordsOf)), ...common]);
}

/** Maps each label to its column. If several columns have the same label, picks the column with the longest text. */
function ownersOf(columns: readonly TypedColumn[]): ReadonlyMap<string, RecordColumn> {
  const owners = new Map<string, RecordColumn>();
  const lengthOf = ({ cells, what }: RecordColumn): number =>
    what === 'value' ? 0 : cells.reduce((sum, [cell]) => sum + (cell?.text.length ?? 0), 0);
  for (const { column } of columns.filter((one) => !isAddress(one))) {
    const owner = owners.get(column.label);
    if (!owner || lengthOf(column) > lengthOf(owner)) owners.set(column.label, column);
  }
  return owners;
}

/** Renames the first price or date column with a meaningless name to `price` or `date`, unless that name is taken. */
function withTypes(
  names: readonly (string | undefined)[],
  columns: readonly TypedColumn[],
): readonly (string | undefined)[] {
  const first = new Map<string, number>();
  columns.forEach(({ column, type }, index) => {
    const plain = OTHER_TYPES[type];
    const name = names[index];
    if (plain === undefined || name === undefined || names.includes(plain) || first.has(plain)) return;
    if (name.endsWith(` ${plain}`)) return;
    if (column.label === '' && conceptsByName(name).length === 0 && !/^old /.test(name)) first.set(plain, index);
  });
  const renamed = new Map([...first].map(([plain, index]) => [index, plain]));
  return names.map((name, index) => renamed.get(index) ?? name);
}

function nameOf({ column, type }: TypedColumn, around: Around, owners: ReadonlyMap<string, RecordColumn>): string {
  const node = firstNode(column);
  if (column.label !== '') {
    const isOwner = owners.get(column.label) === column;
    const own = isOwner || !node ? undefined : (known(saidBy(node, type, around)) ?? nameBeside(column));
    return own ?? cleaned(column.label);
  }
  if (!node) return 'text';
  const list = column.isList && node.name === 'li' ? asElement(node.parent) : undefined;
  const said = saidBy(node, type, around) ?? (list && namedByAttributes(list, type, around.words));
  if (isStruck(node) || isSaidFormer(node)) return said === undefined || said === 'price' ? 'old price' : said;
  const texts = column.cells.flat().map(({ text }) => text);
  if (column.what === 'value' && type === 'number') return said ?? leadOfNumbers(texts) ?? 'rating';
  const [concept] = conceptsByName(said ?? '');
  const byValues = column.what === 'text' && isVague(concept) && !isInHeading(node) && nameOfValues(texts, type, said);
  if (byValues) return byValues;
  if ((said === 'rating' || said === 'stars') && areRatingCounts(texts, type)) return 'reviews';
  if (said === undefined || concept === undefined)
    return (
      nameBeside(column) ??
      (type === 'text' && isInHeading(innermostOf(node)) ? 'title' : undefined) ??
      (areRatings(texts) ? 'rating' : undefined) ??
      (type === 'text' && said?.includes(' ') && areLong(texts) ? 'description' : undefined) ??
      said ??
      (type === 'text' && isNote(node, around.lower) ? 'note' : undefined) ??
      byText(column, type, node)
    );
  return said;
}

/** True for the only value of a further table row. */
function isNote(node: Element, rows: ReadonlySet<Element>): boolean {
  let up: Element | undefined = node;
  while (up && up.name !== 'tr') up = asElement(up.parent);
  return up !== undefined && rows.has(up) && textOf(up) === textOf(node);
}

const proseChars = 80;

const areLong = (texts: readonly string[]): boolean =>
  texts.reduce((sum, text) => sum + text.length, 0) > proseChars * texts.length;

/** True if there is no concept, or if the concept hardly restricts the type of its values. */
const isVague = (concept: Concept | undefined): boolean =>
  concept === undefined || concept.kind === 'prose' || concept.id === 'title';

const known = (name: string | undefined): string | undefined =>
  name !== undefined && conceptsByName(name).length > 0 ? name : undefined;

const cleaned = (label: string): string =>
  oneLine(label.replaceAll('/', ' '))
    .replace(/(?<![:：*])[:：*]+$/, '')
    .trim()
    .slice(0, 60) || 'text';

/**
 * Returns a column name from the attributes of the column's element or of the element's ancestors in the record. For
 * amounts, dates and contacts, ancestors may provide only well-known field names.
 */
function saidBy(node: Element, type: RecipeField['type'], { words, records }: Around): string | undefined {
  let at: Element | undefined = innermostOf(node);
  for (let level = 0; at && level < 3; at = asElement(at.parent)) {
    if (level > 0 && hasOthers(at, node)) return undefined;
    const name = namedByAttributes(at, type, words);
    const isSure = level === 0 || OTHER_TYPES[type] === undefined || conceptsByName(name ?? '').length > 0;
    if (name !== undefined && isSure && mayBe(name, type, node)) return name;
    if (at === node || level > 0) level++;
    if (records.has(at) || /^(?:li|article|tr|ul|ol|section|table|dl)$/.test(at.name)) return undefined;
  }
  return undefined;
}

/** True if `around` contains text outside `node`. A single value after `node` does not count. */
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

const isStruck = (node: Element): boolean => {
  for (let up: Element | undefined = node; up; up = asElement(up.parent)) {
    if (up.name === 's' || up.name === 'del' || up.name === 'strike') return true;
    if (up.name === 'article' || up.name === 'li' || up.name === 'tr') return false;
  }
  return false;
};

/**
 * Returns the name of a link column, derived from the link's text. The main link is called `link`: the link of the
 * title, else the link with the longest text.
 */
function addressName(
  { column, type }: TypedColumn,
  columns: readonly TypedColumn[],
  names: readonly (string | undefined)[],
  { words }: Around,
): string {
  const node = firstNode(column);
  const own = node && namedByAttributes(node, type, words);
  if (column.what === 'src') return own === 'avatar' || own === 'logo' ? own : 'image';
  if (type !== 'link' || !node) return type;
  const links = columns
    .filter((one) => one.type === 'link')
    .map((one) => ({ one: one.column, title: titleOf(one.column, columns, names) }));
  const main = (links.find(({ title }) => conceptsByName(title ?? '')[0]?.id === 'title') ?? longest(links))?.one;
  if (main === column) return 'link';
  const title = titleOf(column, columns, names) ?? own;
  return title === undefined || title === 'text' ? 'link 2' : `${title} link`;
}

/** Returns the link with the longest text. If no link has text, returns the first link. */
const longest = <T extends { readonly one: RecordColumn }>(links: readonly T[]): T | undefined => {
  const chars = ({ one }: T): number =>
    one.cells.reduce((sum, [cell]) => sum + (cell ? textOf(cell.node).length : 0), 0);
  return links.reduce<T | undefined>((best, link) => (best && chars(best) >= chars(link) ? best : link), undefined);
};

/**
 * Returns the name of the text column inside or around a link, or of a text column with the same text as the link, e.g.
 * if the link covers a card.
 */
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
      column.what === 'text' &&
      (isWithin(node, text) || isWithin(text, node) || (textOf(node) !== '' && textOf(node) === textOf(text)))
    );
  });
  return names[at];
}

/** Names a text column after its type, its unit or its element. */
function byText({ cells, what }: RecordColumn, type: RecipeField['type'], node: Element): string {
  const texts = cells.flat().map(({ text }) => text.trim());
  const unit = type === 'integer' || type === 'number' ? unitOf(texts) : undefined;
  const words = wordsOf(unit ?? '').filter((one) => /^\p{L}{2,}$/u.test(one));
  const word = words.find((one) => one.length > 2);
  if (texts.every((text) => DURATION.test(text)) && type === 'text') return 'duration';
  if (texts.every((text) => /^\d+\s?[:–-]\s?\d+$/.test(text)) && type !== 'time') return 'score';
  if (type === 'price' && texts.every((text) => OF_WORK.test(text))) return 'salary';
  const byType = arePrices(texts) ? 'price' : OTHER_TYPES[type];
  if (byType !== undefined) return byType;
  if (word !== undefined) return word;
  if (node.name === 'dt' || isInHeading(node)) return 'title';
  if (node.name === 'time') return 'date';
  if (node.name === 'address') return 'address';
  if (texts.every((text) => POSTAL_TOWN.test(text))) return 'place';
  if (texts.length > 1 && texts.every((text) => TOWN_AND_STATE.test(text))) return 'location';
  if (texts.length > 1 && texts.every((text) => BY_NAME.test(text))) return 'author';
  if (what === 'text' && texts.some((text) => text.length > proseChars)) return 'description';
  if (texts.every((text) => /^\d(?:[.,]\d)?\s?(?:\/|of|out of|von|sur|de)\s?(?:5|10)$/.test(text))) return 'rating';
  if (type === 'integer' && texts.every((text) => /^(?:1[89]|20)\d\d$/.test(text))) return 'year';
  if (texts.every((text) => /^#\d+$/.test(text))) return 'number';
  return (
    leadOf(texts) ??
    (texts.filter(isDay).length >= texts.length * minDays ? 'date' : words[0]) ??
    (type === 'integer' || type === 'number' ? 'number' : 'text')
  );
}

/** Text is a date column only if at least this share of the texts is a date. Others may be words such as `Tomorrow`. */
const minDays = 0.75;

/** True for a text with a date that does not join it with other facts, as in `marten · 2 April 2026`. */
const isDay = (text: string): boolean => saysDay(text) && !/[·•|]/.test(text);

/** Matches a town with the code of its state or country, e.g. `Huntsville, AL`. */
const TOWN_AND_STATE = /^\p{Lu}[\p{L}.'’ -]{1,40}, [A-Z]{2}$/u;

/** Matches a name after a preposition, e.g. `by Ana Ruiz`. */
const BY_NAME = /^(?:by|von|par|por|di|door|av) \p{Lu}[\p{L}.'’-]+(?: [\p{L}.'’-]+){0,4}$/iu;

/** Matches a postal code followed by a town, e.g. `10115 Berlin`. */
const POSTAL_TOWN = /^(?:[A-Z]{1,2}-)?\d{3} ?\d{1,2} \p{Lu}[\p{L} .-]{1,40}$/u;

/** Time units that are used for pay, but not for prices or rents. */
const OF_WORK =
  /\b(?:an?|per) (?:year|annum|hour)\b|\/\s?(?:yr|hr|year|hour)\b|pro (?:jahr|stunde)\b|par an\b|de l’heure|al año|all’anno/iu;

/** Renames the text column that probably contains the titles to `title`. */
function withTitle(
  names: readonly (string | undefined)[],
  columns: readonly TypedColumn[],
): readonly (string | undefined)[] {
  const fits = columns.map(({ column, type }, index): number => {
    const texts = column.cells.flat().map(({ text }) => text);
    const share = new Set(texts.map(wordsOnly)).size / Math.max(1, texts.length);
    const length = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
    const node = firstNode(column);
    const isMarked = node !== undefined && /^(?:a|b|strong|h\d)$/.test(node.name);
    const isUnnamed = names[index] === 'text';
    const isOpen =
      type === 'text' &&
      column.what === 'text' &&
      column.label === '' &&
      length < 200 &&
      (isUnnamed || conceptsByName(names[index] ?? '').length === 0);
    const isPlain = isUnnamed && share > 0.5 && length >= 8;
    if (column.isList) return 0;
    if (isNameLike(names[index], type, texts)) return share > 0.8 ? 1 : 0;
    return !isOpen ? 0 : isMarked && share > 0.2 ? 1 + share : isPlain ? 1 : 0;
  });
  const at = fits.indexOf(Math.max(1, ...fits));
  return names.map((name, index) => (index === at ? 'title' : name));
}
