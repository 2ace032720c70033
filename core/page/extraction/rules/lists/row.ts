import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { findMoney } from '../../../../common/values/money';
import { oneLine } from '../../../documents/content/text';
import { pictureAddress } from '../find/page-finders';
import { isKnownLabel } from '../lexicon/lexicon';
import { labelKey, wordsOf } from '../lexicon/words';
import { flag, ownFlags } from '../page/flags';
import { wordsOfAttributes } from '../page/hints';
import { labelledIn } from '../page/pairs';
import { splitPrice } from '../page/split-price';
import { isSaidFormer, isStruck, partStruck } from '../page/struck';
import { textOf } from '../page/text-of';

/** A value in a row, with its position and label. */
export interface Cell {
  /** Key shared by corresponding cells in all rows of a group: a header, a label, or a path of tags and classes. */
  readonly key: string;
  /** Normalized header or label of the cell, or empty. */
  readonly label: string;
  /** Words of class and test attributes, padded with a space at both ends. */
  readonly words: string;
  readonly text: string;
  readonly node: Element;
  readonly what: 'text' | 'href' | 'src' | 'datetime' | 'value';
  readonly heading: boolean;
  /** True for text that is struck through or marked as a former price. */
  readonly struck: boolean;
}

/** A record in a group: usually one element, otherwise a run of siblings. */
export type Row = readonly Element[];

const SKIPPED = new Set(['script', 'style', 'template', 'svg', 'noscript', 'select', 'textarea', 'iframe']);
/** Maximum length, in characters, of a label that precedes its value on the same line. */
const MAX_LABEL = 31;
const MAX_CELLS = 80;
/** Maximum number of values to read from a row, including empty values. */
const MAX_LOOKS = 4 * MAX_CELLS;
const MAX_DEPTH = 60;

/** Options for reading a row's cells. */
export interface CellWays {
  /**
   * Returns the class that distinguishes elements with the same tag, e.g. `.price`. By default, the first class is
   * used.
   */
  classOf?(node: Element): string;
  /**
   * Returns the key prefix for one of the row's elements. By default, the element's tag if the row has several
   * elements, otherwise empty.
   */
  partKey?(part: Element): string;
  /** True for an element whose content does not belong to the row. */
  isSkipped?(node: Element): boolean;
  /** True to split a line such as `Coffee ..... €2.80` into its two parts, which have no elements of their own. */
  readonly splitsLines?: boolean;
}

/** Returns the values of a row, in order. */
export function cellsOf(row: Row, ways: CellWays = {}): readonly Cell[] {
  const cells: Cell[] = [];
  const seen = new Map<string, number>();
  let looks = 0;
  const put = (key: string, cell: Omit<Cell, 'key'>): boolean => {
    looks++;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    if (cell.text !== '' && cells.length < MAX_CELLS)
      cells.push({ ...cell, key: count === 1 ? key : `${key}#${count}` });
    return cells.length >= MAX_CELLS || looks >= MAX_LOOKS;
  };
  const partKey = ways.partKey ?? ((part) => (row.length > 1 ? part.name : ''));
  for (const element of row)
    if (visit(element, { path: partKey(element), depth: 0, words: ' ', struck: false }, put, ways)) break;
  return cells;
}

/** Adds a value to a row. Returns true once the row has the maximum number of values. */
type Put = (key: string, cell: Omit<Cell, 'key'>) => boolean;

/** Properties that an element inherits from its ancestors within the row. */
interface Around {
  readonly depth: number;
  readonly path: string;
  readonly words: string;
  readonly struck: boolean;
}

/** Reads the values of an element. Returns true once the row is full. */
function visit(node: Element, around: Around, put: Put, ways: CellWays): boolean {
  const { path, depth, words: outer, struck: outerStruck } = around;
  const own = wordsOfAttributes(node.attribs);
  const words = own === '' ? outer : own;
  const heading = /^h[1-6]$/.test(node.name);
  const struck = outerStruck || (ownFlags(node, own) & flag.struck) !== 0 || isSaidFormer(node);
  const base = { label: '', words, node, heading, struck };
  attributes(node, path, base, put);
  const parts = node.children.filter((child) =>
    isText(child) ? child.data.trim() !== '' : isTag(child) && !SKIPPED.has(child.name),
  );
  const hasText = parts.some(isText);
  const pair = labelAndValue(parts);
  if (pair) put(`:${labelKey(pair[0])}`, { ...base, label: labelKey(pair[0]), text: pair[1], what: 'text' });
  const isSplit = splitPrice(node) !== undefined;
  if (hasText || isSplit || isRich(node) || isPhrase(parts) || isPriceBox(node, own)) {
    const text = textOf(node);
    const [label = '', value = ''] = labelledIn(text) ?? [];
    if (/^\p{L}/u.test(label) && label.length <= MAX_LABEL && text.length < 200)
      put(`:${labelKey(label)}`, { ...base, label: labelKey(label), text: value, what: 'text' });
    if (put(`${path}`, { ...base, text, what: 'text' })) return true;
    if (isSplit) return false;
    if (hasText) ownTexts(node, path, base, put);
    const [name = '', amount = ''] = (hasText && ways.splitsLines && nameAndPrice(text)) || [];
    if (name !== '') put(`${path}>lead`, { ...base, words: ' ', text: name, what: 'text' });
    if (name !== '') put(`${path}>price`, { ...base, words: ' ', text: amount, what: 'text' });
  }
  if (depth >= MAX_DEPTH) return false;
  for (const child of node.children) {
    if (!isTag(child) || SKIPPED.has(child.name) || ways.isSkipped?.(child)) continue;
    const name = `${child.name}${(ways.classOf ?? classOf)(child)}`;
    if (visit(child, { path: `${path}>${name}`, depth: depth + 1, words, struck }, put, ways)) return true;
  }
  return false;
}

/** Adds text nodes that have sibling elements, as in `<li><b>Name</b> 12 €</li>`. */
function ownTexts(node: Element, path: string, base: Omit<Cell, 'key' | 'text' | 'what'>, put: Put): void {
  if (!node.children.some(isTag)) return;
  let index = 0;
  for (const child of node.children) {
    if (!isText(child)) continue;
    const text = oneLine(child.data)
      .replace(/^[\s,;:|·•–—-]+/, '')
      .replace(/(?<![\s,;|·•–—(-])[\s,;|·•–—(-]+$/, '');
    if (text === '') continue;
    put(`${path}>text${++index}`, { ...base, words: ' ', text, what: 'text' });
  }
}

const maxLine = 80;

/** Splits a line of a menu or price list, e.g. `Coffee ..... €2.80`. Undefined for any other text. */
function nameAndPrice(text: string): readonly [name: string, price: string] | undefined {
  const [money, ...others] = text.length <= maxLine ? findMoney(text) : [];
  if (!money || others.length > 0 || money.change !== undefined || money.end < text.length) return undefined;
  const name = text.slice(0, money.start).replace(/(?<![\s.…·•–—:_-])[\s.…·•–—:_-]+$/u, '');
  return /^[\p{Lu}\p{Lo}][\p{L}\p{M}]/u.test(name) && !isKnownLabel(labelKey(name)) ? [name, money.text] : undefined;
}

/** Tags of inline markup within a phrase. */
const MARKS = new Set(['b', 'strong', 'i', 'em', 'abbr', 'small', 'sub', 'sup']);

/** True for parts of a single phrase in inline markup, e.g. `<b>3</b> <abbr>rooms</abbr>`. */
const isPhrase = (parts: readonly ChildNode[]): boolean =>
  parts.length > 1 && parts.length <= 4 && parts.every((part) => isTag(part) && MARKS.has(part.name));

/** Returns the texts of a label and its value if each has its own element, e.g. `<b>Sex:</b> <span>Male</span>`. */
function labelAndValue([label, value, ...others]: readonly ChildNode[]): readonly [string, string] | undefined {
  if (!label || !value || others.length > 0 || !isTag(label) || !isTag(value)) return undefined;
  const text = textOf(label);
  const name = text.length <= MAX_LABEL + 1 && /^\p{L}[^:：]*[:：]$/u.test(text) ? text.slice(0, -1).trim() : '';
  return name === '' ? undefined : [name, textOf(value)];
}

const MAX_BOX_CHARS = 80;
/** Matches an amount without a currency. */
const BARE_AMOUNT = /^\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})*(?:[.,]\d{2})?$|^\d+(?:[.,]\d{2})?$/;

/** True for an element with a current or former price and little other text. */
function isPriceBox(node: Element, own: string): boolean {
  const isNamed = / (?:price|prices|preis|prix|precio|preco|prezzo|prijs|cena|money|amount) /.test(own);
  const inner = node.children.filter(isTag);
  if (inner.length === 0 || !(isNamed || inner.some(isStruck))) return false;
  const text = partStruck(textOf(node), node).rest;
  if (text.length > MAX_BOX_CHARS) return false;
  const amounts = findMoney(text);
  if (amounts.length === 0)
    return BARE_AMOUNT.test(text) && inner.some((one) => isStruck(one) && BARE_AMOUNT.test(textOf(one)));
  return text.length - amounts.reduce((chars, one) => chars + one.text.length, 0) <= 25;
}

/** True for headings, links and cells. Their text is one value even if nested elements contain parts of it. */
const isRich = ({ name }: Element): boolean => /^h[1-6]$|^(?:a|time|td|th|dd|dt)$/.test(name);

function attributes(node: Element, path: string, base: Omit<Cell, 'key' | 'text' | 'what'>, put: Put): void {
  const { href, datetime, content, title } = node.attribs;
  if (node.name === 'a' && href !== undefined && !/^(?:#|javascript:)/i.test(href))
    put(`${path}@href`, { ...base, text: href, what: 'href' });
  if (node.name === 'img') put(`${path}@src`, { ...base, text: pictureAddress(node.attribs) ?? '', what: 'src' });
  if (node.name === 'time' && datetime !== undefined)
    put(`${path}@datetime`, { ...base, text: datetime, what: 'datetime' });
  if (content !== undefined && node.attribs.itemprop !== undefined)
    put(`${path}@content`, { ...base, text: content, what: 'value' });
  const rated = /\d(?:[.,]\d)?/.test(title ?? '') ? title : node.attribs['aria-label'];
  if (rated !== undefined && /\d/.test(rated) && rated.length < 60)
    put(`${path}@title`, { ...base, words: `${base.words}${wordsNaming(rated)}`, text: rated, what: 'value' });
}

/**
 * If a string contains exactly one number, returns the words of the string, which describe the number. Otherwise,
 * returns an empty string.
 */
const wordsNaming = (text: string): string =>
  (text.replace(/\d\s*(?:of|out of|\/)\s*\d+/gi, '0').match(/\d+(?:[.,]\d+)*/g) ?? []).length === 1
    ? `${wordsOf(text).join(' ')} `
    : '';

/** Returns the first class of an element as a selector, e.g. `.price`. Empty without classes. */
export const classOf = ({ attribs }: Element): string => {
  const [first] = (attribs.class ?? '').trim().split(/\s+/);
  return first ? `.${first}` : '';
};
