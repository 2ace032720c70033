import { type Element, isTag, isText } from 'domhandler';
import { findMoney } from '../../../../common/values/money';
import { oneLine } from '../../../documents/content/text';
import { pictureAddress } from '../find/page-finders';
import { labelKey, wordsOf } from '../lexicon/words';
import { flag, ownFlags } from '../page/flags';
import { wordsOfAttributes } from '../page/hints';
import { labelledIn } from '../page/pairs';
import { splitPrice } from '../page/split-price';
import { isStruck } from '../page/struck';
import { textOf } from '../page/text-of';

/** One value of a row: where in the row it stands, what says so, and the text. */
export interface Cell {
  /** The same in all rows of a group: a header, a label, or the path of tags and classes. */
  readonly key: string;
  /** Header or label, in one form; empty where there is none. */
  readonly label: string;
  /** Words of class and test attributes, with a blank at each end. */
  readonly words: string;
  readonly text: string;
  readonly node: Element;
  readonly what: 'text' | 'href' | 'src' | 'datetime' | 'value';
  readonly heading: boolean;
  /** True where the text is struck through or said to be what once was. */
  readonly struck: boolean;
}

/** One record of a group: usually one element, several where records are only a run of siblings. */
export type Row = readonly Element[];

const SKIPPED = new Set(['script', 'style', 'template', 'svg', 'noscript', 'select', 'textarea', 'iframe']);
/** Longest label in a line of a row, in characters. */
const MAX_LABEL = 31;
const MAX_CELLS = 80;
/** Values of a row that are looked at, empty ones included. */
const MAX_LOOKS = 4 * MAX_CELLS;
/** Levels below a row that are read. */
const MAX_DEPTH = 60;

/** How the cells of a row are told apart. */
export interface CellWays {
  /** What of its class tells an element from others of its tag, e.g. `.price`; the first class when absent. */
  classOf?(node: Element): string;
  /** True for elements whose content belongs to no cell of the row. */
  isSkipped?(node: Element): boolean;
}

/** The values of a row, in order. */
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
  for (const element of row)
    if (visit(element, { path: row.length > 1 ? element.name : '', depth: 0, words: ' ', struck: false }, put, ways))
      break;
  return cells;
}

/** Takes a value of a row; true once the row has as many as are read. */
type Put = (key: string, cell: Omit<Cell, 'key'>) => boolean;

/** What is known of the elements around, inside the row. */
interface Around {
  /** Levels below the row. */
  readonly depth: number;
  readonly path: string;
  readonly words: string;
  readonly struck: boolean;
}

/** Reads the values of an element; true once the row is full. */
function visit(node: Element, around: Around, put: Put, ways: CellWays): boolean {
  const { path, depth, words: outer, struck: outerStruck } = around;
  const own = wordsOfAttributes(node.attribs);
  const words = own === '' ? outer : own;
  const heading = /^h[1-6]$/.test(node.name);
  const struck = outerStruck || (ownFlags(node, own) & flag.struck) !== 0;
  const base = { label: '', words, node, heading, struck };
  attributes(node, path, base, put);
  const parts = node.children.filter((child) =>
    isText(child) ? child.data.trim() !== '' : isTag(child) && !SKIPPED.has(child.name),
  );
  const hasText = parts.some(isText);
  const isSplit = splitPrice(node) !== undefined;
  if (hasText || isSplit || isRich(node) || isPriceBox(node, own)) {
    const text = textOf(node);
    const [label = '', value = ''] = labelledIn(text) ?? [];
    if (/^\p{L}/u.test(label) && label.length <= MAX_LABEL && text.length < 200)
      put(`:${labelKey(label)}`, { ...base, label: labelKey(label), text: value, what: 'text' });
    if (put(`${path}`, { ...base, text, what: 'text' })) return true;
    if (isSplit) return false;
    if (hasText) ownTexts(node, path, base, put);
  }
  if (depth >= MAX_DEPTH) return false;
  for (const child of node.children) {
    if (!isTag(child) || SKIPPED.has(child.name) || ways.isSkipped?.(child)) continue;
    const name = `${child.name}${(ways.classOf ?? classOf)(child)}`;
    if (visit(child, { path: `${path}>${name}`, depth: depth + 1, words, struck }, put, ways)) return true;
  }
  return false;
}

/** Pieces of text that stand beside elements: `<li><b>Name</b> 12 €</li>`. */
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

const MAX_BOX_CHARS = 80;

/** A box of prices: now with a former price in it, now with one price alone. */
function isPriceBox(node: Element, own: string): boolean {
  const isNamed = / (?:price|prices|preis|prix|precio|preco|prezzo|prijs|cena) /.test(own);
  const inner = node.children.filter(isTag);
  if (inner.length === 0 || !(isNamed || inner.some(isStruck))) return false;
  const text = textOf(node);
  if (text.length > MAX_BOX_CHARS) return false;
  const amounts = findMoney(text);
  if (amounts.length === 0) return false;
  return text.length - amounts.reduce((chars, one) => chars + one.text.length, 0) <= 25;
}

/** Headings and links are taken whole, even where their text stands in further elements. */
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

/** Words that say what the only number of a text is; none where it has several: they cannot be told apart. */
const wordsNaming = (text: string): string =>
  (text.replace(/\d\s*(?:of|out of|\/)\s*\d+/gi, '0').match(/\d+(?:[.,]\d+)*/g) ?? []).length === 1
    ? `${wordsOf(text).join(' ')} `
    : '';

const classOf = ({ attribs }: Element): string => {
  const [first] = (attribs.class ?? '').trim().split(/\s+/);
  return first ? `.${first}` : '';
};
