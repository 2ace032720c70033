import { type Element, isTag, isText, type ParentNode } from 'domhandler';
import { currencyOf, mentionsCurrency } from '../../../../common/values/money';
import { INLINE_TAGS } from '../../../documents/content/tags';
import { wordsOfAttributes } from './hints';

/** A text segment of a price that is split across several elements. */
interface Piece {
  readonly text: string;
  /** Parent element of the text. */
  readonly node: Element;
  /** True if a space or block boundary precedes the segment. */
  readonly isApart: boolean;
}

const MAX_CHARS = 48;
const MAX_PIECES = 7;
const MAX_CHILDREN = 20;
const ROWS = new Set(['tr', 'table', 'tbody', 'ul', 'ol', 'dl', 'body', 'head', 'html']);
/** Elements whose text is a separate value. */
const WHOLE = new Set(['tr', 'td', 'th', 'li', 'dt', 'dd', 'button', 'option', 'del', 's', 'strike', 'ins']);
const UNREAD = new Set(['script', 'style', 'template', 'svg', 'noscript', 'select', 'textarea', 'input', 'img']);
const RAISED = new Set(['sup', 'sub', 'small']);
const CENTS_WORDS =
  / (?:cents?|centimes?|c[eé]ntimos?|centesimi|centavos?|decimals?|dec|fractions?|frac|fractional|minor|kopecks?|kopek|pennies|pence|hal[eé][rř]e?|grosze?|rappen|superscript|sup) /;
const UNITS_WORDS = / (?:whole|integers?|int|major|units?|euros?|dollars?|pounds?|rubles?|zloty|mantissa|main part) /;
const PRICE_WORDS = / (?:price|prices|pricing|preis|prix|precio|preco|prezzo|cena|prijs|amount|money|cost) /;
const COUNT_WORDS = / (?:qty|quantity|count|number|pieces|pcs|menge|anzahl|size|age) /;
const UNITS = /^(\D*)(\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})*|\d+)([.,]?)$/;
const CENTS = /^([.,]?)(\d{2}|[-–—])(?!\d)(\D*)$/;
const SIGN_AND_CENTS = /^(\D{1,3})(\d{2})$/;
const LEAD = /^(?:ab|from|nur|only|now|jetzt|dès|desde|da|od|von|vanaf|price|preis|prix|precio|prezzo|cena)?\s*:?$/iu;

const known = new WeakMap<ParentNode, string | undefined>();

/**
 * If an element shows units and cents separately, returns its text with a decimal mark, e.g. `49.99 €`. Undefined
 * otherwise.
 */
export function splitPrice(element: Element): string | undefined {
  if (!known.has(element)) known.set(element, join(element));
  return known.get(element);
}

function join(element: Element): string | undefined {
  if (!mayBeSplit(element)) return undefined;
  const pieces = piecesOf(element);
  if (!pieces) return undefined;
  const at = pieces.findIndex(({ text }) => /\d$|\d[.,]$/.test(text));
  const units = pieces[at];
  const sign = pieces[at + 1] && isSign(pieces[at + 1]?.text ?? '') ? pieces[at + 1] : undefined;
  const cents = pieces[at + (sign ? 2 : 1)];
  if (!units || !cents) return undefined;
  const rest = pieces.filter((one) => one !== units && one !== cents);
  if (rest.some(({ text }) => !isAside(text) && !isPercent(text))) return undefined;
  const money = pieces.some(({ text }) => mentionsCurrency(text) || isSign(text)) || isBesideSign(element, cents);
  const amount = amountOf({ element, units, cents, sign, isMoney: money });
  if (amount === undefined) return undefined;
  return pieces
    .map((one, index) => {
      if (one === cents || (one === sign && sign)) return one === cents ? '' : ` ${one.text}`;
      const text = one === units ? amount : one.text;
      const isNext = one.isApart || pieces[index - 1] === cents || isPercent(text);
      return `${index > 0 && isNext ? ' ' : ''}${text}`;
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Quick check without reading text. False for elements with a single part or too many parts. */
function mayBeSplit({ name, children }: Element): boolean {
  if (children.length < 2 || children.length > MAX_CHILDREN || ROWS.has(name)) return false;
  const parts = children.filter((child) => isTag(child) || (isText(child) && child.data.trim() !== ''));
  return parts.length > 1 && parts.some(isTag);
}

/** True for a bare currency, e.g. `€` or `USD`. */
const isSign = (text: string): boolean => text.length <= 5 && currencyOf(text) !== undefined;

/** True for a discount next to a price, e.g. `-20%` or `20 % off`. */
const isPercent = (text: string): boolean => /^[-–−]?\s?\d{1,2}\s?%(?:\s?off)?$/i.test(text);

/**
 * True for cents in a `sup`, `sub` or `small` element, with a currency before the price, e.g. `AED` `249<sup>00</sup>`.
 */
function isBesideSign({ prev }: Element, cents: Piece): boolean {
  let before = prev;
  while (before && isText(before) && before.data.trim() === '') before = before.prev;
  const text = before && isText(before) ? before.data : before && isTag(before) ? ownText(before) : '';
  return RAISED.has(cents.node.name) && isSign(text.trim());
}

const ownText = ({ children }: Element): string => {
  const [only] = children;
  return children.length === 1 && only && isText(only) ? only.data : '';
};

/** True for text that may accompany a price: a currency, punctuation, or words such as `from`. */
const isAside = (text: string): boolean =>
  !/\d/.test(text) && (mentionsCurrency(text) || LEAD.test(text) || !/\p{L}/u.test(text));

interface Parts {
  readonly element: Element;
  readonly units: Piece;
  readonly cents: Piece;
  /** Currency between units and cents. */
  readonly sign: Piece | undefined;
  readonly isMoney: boolean;
}

/** Combines units and cents into one amount if the markup shows that they belong together. */
function amountOf({ element, units, cents, sign, isMoney }: Parts): string | undefined {
  const whole = UNITS.exec(units.text);
  const signed = SIGN_AND_CENTS.exec(cents.text);
  const after = signed && isSign(signed[1] ?? '') ? ['', '', signed[2] ?? '', ` ${signed[1]}`] : CENTS.exec(cents.text);
  // Units and cents in the same element are separate only if an element with a currency divides them:
  // `2<span>€</span>65`.
  const isSame = units.node === cents.node && (!sign || sign.node === units.node);
  if (!whole || !after || isSame || isInOther(units, element) || isInOther(cents, element)) return undefined;
  const [, lead = '', digits = '', ownMark = ''] = whole;
  const [, mark = '', fraction = '', tail = ''] = after;
  const words = wordsUpTo(cents.node, element);
  const isCents = RAISED.has(cents.node.name) || CENTS_WORDS.test(words) || isRaised(cents.node);
  const isNamed = isCents || UNITS_WORDS.test(wordsUpTo(units.node, element));
  const isMarked = mark !== '' || ownMark !== '';
  const isGlued =
    !cents.isApart && !sign?.isApart && tail.trim() === '' && !COUNT_WORDS.test(wordsUpTo(units.node, element));
  if (!isMoney && !CENTS_WORDS.test(words) && !(isNamed && isPriced(element))) return undefined;
  if (!isNamed && !isMarked && !(isGlued && isMoney && !PRICE_WORDS.test(words))) return undefined;
  if (!/\d/.test(fraction)) {
    // A dash in place of cents marks a price even if no currency is given.
    const dash = isCents && !isMoney ? ',-' : '';
    return isMarked || isCents ? `${lead}${digits}${dash}${tail}` : undefined;
  }
  const point = mark || ownMark || (digits.includes('.') ? ',' : '.');
  return `${lead}${digits}${point}${fraction}${tail}`;
}

/** True for text inside a nested cell, list item or struck-through element. */
function isInOther({ node }: Piece, element: Element): boolean {
  for (let up: ParentNode | null = node; up && up !== element; up = up.parent)
    if (isTag(up as Element) && WHOLE.has((up as Element).name)) return true;
  return false;
}

const isRaised = ({ attribs }: Element): boolean =>
  /vertical-align\s*:\s*(?:super|top|text-top)/i.test(attribs.style ?? '');

/** Returns the attribute words of `node` and of its ancestors up to `element`. */
function wordsUpTo(node: Element, element: Element): string {
  let words = '';
  for (let up: ParentNode | null = node; up && up !== element; up = up.parent)
    words += wordsOfAttributes((up as Element).attribs);
  return words;
}

function isPriced(element: Element): boolean {
  for (let up: ParentNode | null = element, steps = 0; up && steps < 3; up = up.parent, steps++)
    if (isTag(up as Element) && PRICE_WORDS.test(wordsOfAttributes((up as Element).attribs))) return true;
  return false;
}

/** Returns an element's text segments. Undefined if the text is too long for a price. */
function piecesOf(element: Element): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  let chars = 0;
  let isApart = false;
  const visit = (parent: Element): boolean =>
    parent.children.every((child) => {
      if (isText(child)) {
        const text = child.data.trim();
        chars += text.length;
        if (/^\s/.test(child.data)) isApart = true;
        if (text !== '') pieces.push({ text, node: parent, isApart });
        if (text !== '') isApart = /\s$/.test(child.data);
        return chars <= MAX_CHARS && pieces.length <= MAX_PIECES;
      }
      if (!isTag(child) || UNREAD.has(child.name)) return true;
      const isBlock = !INLINE_TAGS.has(child.name) || child.name === 'br';
      if (isBlock) isApart = true;
      const isShort = visit(child);
      if (isBlock) isApart = true;
      return isShort;
    });
  return visit(element) && pieces.length > 1 && /\d/.test(pieces.map(({ text }) => text).join(''))
    ? merged(pieces)
    : undefined;
}

/** Merges a separate decimal mark with the digits before it, e.g. `49` `.` `99`. */
function merged(pieces: readonly Piece[]): readonly Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last && /^[.,]$/.test(piece.text) && /\d$/.test(last.text))
      found.splice(-1, 1, { ...last, text: last.text + piece.text });
    else found.push(piece);
  }
  return found;
}
