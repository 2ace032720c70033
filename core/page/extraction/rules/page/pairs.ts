import { type Document, type Element, isTag } from 'domhandler';
import { INLINE_TAGS } from '../../../documents/content/tags';
import { isKnownLabel } from '../lexicon/lexicon';
import { labelKey } from '../lexicon/words';
import { sentencesIn } from '../sentences';
import { WAS } from '../values/price-in';
import { flag } from './flags';
import { wordsOfAttributes } from './hints';
import { DAYS_BEFORE_TIME, ICON_WORDS, SIGN, SIGNS } from './signs';
import { areNear, elementsIn, findElement, findElements, isWithin, parentOf, textOf } from './text-of';
import { titledValues } from './titled-icons';
import type { Line, PageView } from './view';

/** A label with its value. */
export interface Pair {
  readonly label: string;
  /** Normalized label, see `labelKey`. */
  readonly key: string;
  readonly value: string;
  /**
   * The value and the short texts after it, as in `Tags: a · b · c`. Only set if separators divide the texts and none
   * of the texts has a label.
   */
  readonly rest?: string;
  /** Element that contains the value, and possibly the label. */
  readonly node: Element;
  readonly flags: number;
  /** Index of the line where the value starts. */
  readonly at: number;
  readonly kind: 'table' | 'definition' | 'label';
}

const MAX_LABEL = 48;
const INLINE_PAIR = /^([\p{L}\p{N}][^:：\n]{0,46}?)\s?[:：](\s*)(\S.*)$/u;
/** Separators between several labels and values in one line. A slash or comma counts only before another label. */
const PARTS_OF_LINE =
  /\s[|•·]\s|(?<=\S)\s{2,}|(?:[;；]|\s\/|,|\s[-–—])\s(?=\p{Lu}[\p{L} ]{1,24}[:：]\s)|\s(?=\p{Lo}{1,8}：)/u;
/**
 * Texts that are not labels even if a colon follows: reply prefixes, and phrases before a quotation, e.g. "he said".
 */
const NO_LABEL =
  /^(?:re|fwd?|aw|wg|tr|rv|sv|vs|odp|antw|res|https?)$|(?:^|\s)(?:wrote|writes|said|says|schrieb|schreibt|écrit|escribió|dijo|scritto|scrive|scrisse|schreef|escreveu|disse|napisała?|skrev|написала?|пишет)$/iu;
const RANGE = /\d\s?(?:[ap]\.?m\.?|h|uhr)?\s?[-–—]\s?\d/i;
const ENDS_LABEL = /^([\p{L}\p{N}].{0,46}?)\s?[:：]$/u;

/** Splits text at the colon after a label. Undefined if the colon is part of a time, reply, quotation or URL. */
export function labelledIn(text: string): readonly [label: string, value: string] | undefined {
  const [, label = '', blank, value = ''] = INLINE_PAIR.exec(text) ?? [];
  const isClock = blank === '' && /\d$/.test(label) && /^\d\d(?!\d)/.test(value);
  return label === '' || isClock || /^\/\//.test(value) || NO_LABEL.test(label) ? undefined : [label, value];
}

/** Collects the label–value pairs of a page: table rows, definition lists, `label: value` lines and adjacent lines. */
export function collectPairs(view: PageView): readonly Pair[] {
  const pairs: Pair[] = [];
  view.lines.forEach((line, at) => {
    if (line.text.length > 2000) return;
    if (line.flags & flag.cell || line.node.name === 'td' || line.node.name === 'th') fromCell(pairs, view, line, at);
    const glued = inGluedParts(line, at);
    pairs.push(...glued);
    const isWhole = glued.length === 0;
    if (isWhole && !inParts(pairs, view, line, at)) inOneLine(pairs, line, at);
    behindSigns(pairs, view, line, at);
    if (!withPrevious(pairs, view, line, at)) withNext(pairs, view, line, at);
    inSegments(pairs, line, at);
    if (isWhole && /\d/.test(line.text) && !isValueOf(view.lines[at - 1], line)) beforeDigits(pairs, line, at);
    insideText(pairs, line, at);
    beforeDash(pairs, line, at);
    inSentences(pairs, line, at);
  });
  return pairs;
}

/** Collects the pairs whose label is only in the title of an icon. */
export function titledPairs(document: Document, view: PageView): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const found of titledValues(document, view)) add(pairs, { ...found, kind: 'label' });
  return pairs;
}

/**
 * Splits a line at each position where one inline element directly follows another and starts a new phrase, as in
 * `<span>Doors 18:30</span><span>Age: 14+</span>`. Empty if there is no such position.
 */
function gluedParts(line: Line): readonly Line[] {
  if (line.segments.length < 2) return [];
  const parts: Line[] = [];
  let [start, isGlued] = [0, false];
  const { segments } = line;
  const put = (end: number) => {
    const own = segments.slice(start, end);
    const text = own
      .map((one) => one.text)
      .join('')
      .trim();
    const [first] = own;
    if (first && text !== '') parts.push({ ...line, text, node: first.node, segments: own });
    start = end;
  };
  segments.forEach((one, index) => {
    const before = segments[index - 1];
    if (!before || before.node === one.node || one.node === line.node || before.node === line.node) return;
    if (!/[\p{L}\p{N}]$/u.test(before.text) || !/^\p{Lu}/u.test(one.text)) return;
    isGlued = true;
    put(index);
  });
  put(segments.length);
  return isGlued ? parts : [];
}

/** Returns the pairs of a line's glued parts. Empty unless the first part is a pair. */
function inGluedParts(line: Line, at: number): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const part of gluedParts(line)) {
    inOneLine(pairs, part, at);
    beforeDigits(pairs, part, at);
    if (pairs.length === 0) return [];
  }
  return pairs;
}

const add = (pairs: Pair[], pair: Omit<Pair, 'key'>) => {
  const key = labelKey(pair.label);
  const value = pair.value.trim();
  if (key === '' || value === '' || key === labelKey(value)) return;
  pairs.push({ ...pair, key, value });
};

const MAX_CELLS = 40;

/** Adds pairs from a row of two cells, a row of two label–value pairs, or a term with its definition. */
function fromCell(pairs: Pair[], view: PageView, line: Line, at: number): void {
  const cell = cellOf(line.node);
  if (!cell || view.firstLine.get(cell) !== at || line.text.length > MAX_LABEL) return;
  const next = elementAfter(cell);
  if (!next) return;
  const found = { label: line.text, node: next, flags: line.flags, at: view.firstLine.get(next) ?? at };
  if (cell.name === 'dt') {
    if (next.name === 'dd') add(pairs, { ...found, value: definitionOf(next), kind: 'definition' });
    return;
  }
  if (!cell.parent || cell.parent.children.length > MAX_CELLS || (next.name !== 'td' && next.name !== 'th')) return;
  const cells = elementsIn(cell.parent).filter(({ name }) => name === 'td' || name === 'th');
  const place = cells.indexOf(cell);
  const isLabel = cells.length === 2 ? place === 0 : cells.length === 4 && place % 2 === 0 && cells[1]?.name === 'td';
  if (isLabel && !(next.name === 'th' && cell.name === 'th'))
    add(pairs, { ...found, value: textOf(next), kind: 'table' });
}

const elementAfter = (node: Element): Element | undefined => {
  for (let next = node.nextSibling; next; next = next.nextSibling) if (isTag(next)) return next;
  return undefined;
};

/** Joins all definitions of a term. */
function definitionOf(first: Element): string {
  const texts: string[] = [];
  for (let at: Element | undefined = first; at?.name === 'dd' && texts.length < MAX_CELLS; at = elementAfter(at))
    texts.push(textOf(at));
  return texts.join(', ');
}

function cellOf(node: Element): Element | undefined {
  for (let up: Element | undefined = node, steps = 0; up && steps < 4; steps++) {
    if (up.name === 'td' || up.name === 'th' || up.name === 'dt') return up;
    up = up.parent && 'name' in up.parent ? (up.parent as Element) : undefined;
  }
  return undefined;
}

/** Adds each `Label: value` pair of a line. Bars, dots or similar marks separate the pairs. */
function inOneLine(pairs: Pair[], line: Line, at: number): void {
  const { text, node, flags } = line;
  if (!/[:：]/.test(text) || text.length > 600) return;
  const parts = text.split(PARTS_OF_LINE).map((part) => ({ text: part.trim(), found: labelledIn(part.trim()) }));
  parts.forEach(({ found }, index) => {
    if (!found || /^\d{1,2}$/.test(found[0])) return;
    const [label, value] = found;
    const next = parts.findIndex((part, other) => other > index && part.found !== undefined);
    const others = parts.slice(index + 1, next < 0 ? undefined : next);
    const isList = others.length > 0 && others.every((part) => part.text.length <= maxListed);
    const rest = isList ? [value, ...others.map((part) => part.text)].join(' · ') : undefined;
    add(pairs, { label, value, rest, node, flags, at, kind: 'label' });
  });
}

/** Maximum length, in characters, of a text that counts as a further value of the preceding label. */
const maxListed = 40;
const maxPart = 80;

/**
 * Adds pairs from the inline elements of a line if at least two of the elements contain both a label and a value.
 * Returns true if pairs were added.
 */
function inParts(pairs: Pair[], view: PageView, { text, node, flags }: Line, at: number): boolean {
  if (!/[:：].*[:：]/.test(text) || text.length > 600 || view.firstLine.get(node) !== at) return false;
  const parts = elementsIn(node).flatMap((part) => {
    const found = INLINE_TAGS.has(part.name) && part.name !== 'br' ? labelledIn(textOf(part)) : undefined;
    return found && found[0].length + found[1].length <= maxPart ? [{ part, found }] : [];
  });
  if (parts.length < 2) return false;
  for (const { part, found } of parts)
    add(pairs, { label: found[0], value: found[1], node: part, flags, at, kind: 'label' });
  return true;
}

/** Adds values after a symbol that serves as a label, e.g. `📍 Town hall` or an icon before a phone number. */
function behindSigns(pairs: Pair[], view: PageView, { text, node, flags }: Line, at: number): void {
  if (text.length > 300) return;
  const put = (label: string | undefined, value: string) => {
    if (label === undefined) return;
    const isAddress = label === 'location' && /\d/.test(value);
    const hours = DAYS_BEFORE_TIME.test(value) ? 'opening hours' : 'start time';
    const name = isAddress ? 'address' : label === 'time' ? hours : label;
    add(pairs, { label: name, value, node, flags, at, kind: 'label' });
  };
  for (const [, sign = '', value = ''] of text.matchAll(SIGN))
    put(SIGNS.find(([, characters]) => characters.includes(sign))?.[0], value);
  if (text.length > 100 || view.firstLine.get(node) !== at) return;
  const icons = findElements(node, ({ name }) => name === 'i' || name === 'svg', 2);
  const words = icons[1] ? ' ' : wordsOfAttributes({ class: icons[0]?.attribs.class ?? '' });
  const label = ICON_WORDS.test(words) ? SIGNS.find(([, , pattern]) => pattern.test(words))?.[0] : undefined;
  if (label !== 'author' || !isInLinkList(node)) put(label, text);
}

const MIN_LINKS = 3;

/** True for an element in a list whose items are links, such as a menu. */
function isInLinkList(node: Element): boolean {
  let list: Element | undefined = node;
  while (list && !/^(?:ul|ol|menu)$/.test(list.name)) list = parentOf(list);
  const items = list ? elementsIn(list) : [];
  const isLink = (item: Element) => textOf(findElement(item, ({ name }) => name === 'a') ?? item) === textOf(item);
  return (
    items.length >= MIN_LINKS &&
    items.every((item) => findElement(item, ({ name }) => name === 'a') !== undefined && isLink(item))
  );
}

const MAX_FIGURE = 24;
/**
 * Adds a pair from a known label and the figure above it, e.g. `1994` above `Founded`. Returns true for such a label,
 * and for a role below a person's name. In both cases, the next line belongs to another block.
 */
function withPrevious(pairs: Pair[], view: PageView, line: Line, at: number): boolean {
  const [before, after] = [view.lines[at - 1], view.lines[at + 1]];
  if (!before || line.text.length > MAX_LABEL || /[:：]$/.test(line.text) || line.flags & (flag.heading | flag.cell))
    return false;
  const block = before.node === line.node ? undefined : parentOf(line.node);
  if (!block || parentOf(before.node) !== block || (after && isWithin(after.node, block))) return false;
  if (!isKnownLabel(labelKey(line.text))) return false;
  const others = elementsIn(parentOf(block) ?? block).filter(({ name }) => name === block.name);
  if (others.length < 2 || view.firstLine.get(block) !== at - 1) return false;
  if (/\d/.test(before.text) && before.text.length <= MAX_FIGURE)
    add(pairs, {
      label: line.text,
      value: before.text,
      node: before.node,
      flags: line.flags,
      at: at - 1,
      kind: 'label',
    });
  return true;
}

/** Adds a pair if a line consists only of a label and the next line contains its value. */
function withNext(pairs: Pair[], view: PageView, line: Line, at: number): void {
  const next = view.lines[at + 1];
  if (!next || line.text.length > MAX_LABEL || next.text.length > 600) return;
  const ending = ENDS_LABEL.exec(line.text)?.[1];
  if (ending !== undefined && NO_LABEL.test(ending)) return;
  const label = ending ?? (isKnownLabel(labelKey(line.text)) ? line.text : undefined);
  if (label === undefined || ENDS_LABEL.test(next.text) || line.node.name === 'td' || line.node.name === 'th') return;
  if (next.node.name === 'label' && line.node.name === 'label') return;
  if (ending === undefined && startsPair(next)) return;
  if (ending !== undefined && next.flags & ~line.flags & flag.list && isPairInGroup(next.text, RANGE)) return;
  if (line.flags & flag.heading && (next.flags & flag.cell || isPairInGroup(next.text))) return;
  if (line.node.name === 'dt' || !areNear(line.node, next.node) || next.flags & (flag.heading | flag.button)) return;
  add(pairs, {
    label,
    value: next.text,
    node: next.node,
    flags: line.flags & next.flags & ~flag.heading,
    at: at + 1,
    kind: 'label',
  });
}

/**
 * True for a line that contains a label and its value, which means that the line above names a group of pairs. False
 * for opening hours such as `Mon: 9:00`.
 */
const isPairInGroup = (text: string, hours = /\d[:.h]\d\d/): boolean =>
  labelledIn(text) !== undefined && !hours.test(text);

/** True for a line that starts with a known label and also contains its value. */
export function startsPair({ text, segments }: Line): boolean {
  if (isKnownLabel(labelKey(labelledIn(text)?.[0] ?? ''))) return true;
  const [first, second] = segments.filter((one) => one.text.trim() !== '');
  return (
    first !== undefined && second !== undefined && second.node !== first.node && isKnownLabel(labelKey(first.text))
  );
}

/** Adds a pair from a line whose first segment is a label in its own element, e.g. `<b>SKU</b> 123`. */
function inSegments(pairs: Pair[], { segments, flags, node, text }: Line, at: number): void {
  const real = segments.filter((one) => one.text.trim() !== '');
  const [first, second] = real;
  if (!first || !second || text.length > 400 || first.text.length > MAX_LABEL + 4) return;
  const label = first.text.trim();
  if (/[:：]$/.test(label) || second.node === first.node || !isKnownLabel(labelKey(label))) return;
  const value = text.slice(label.length).replace(/^[\s:：–—-]+/, '');
  add(pairs, { label, value, node: real.length === 2 ? second.node : node, flags, at, kind: 'label' });
}

/** True for a value that repeats the end of the label above it, e.g. `Grade 8` below `Pay grade`. */
const isValueOf = (above: Line | undefined, { text }: Line): boolean => {
  if (!above || above.text.length > MAX_LABEL || text.length > 80 || !/\d/.test(text)) return false;
  const [word = ''] = labelKey(text).split(' ');
  const label = labelKey(above.text);
  return label.endsWith(` ${word}`) && isKnownLabel(label);
};

/** Adds a pair from a line that consists of a known label and a number, e.g. `Serves 4` or `Ref 1002/710`. */
function beforeDigits(pairs: Pair[], line: Line, at: number): void {
  if (line.text.length > 160) return;
  for (const text of line.text.split(NEXT_NUMBER)) ofNumber(pairs, { ...line, text }, at);
}

/** A comma before the next label with a number, e.g. in `Company No 1234, VAT No 5678`. */
const NEXT_NUMBER = /,\s(?=\p{Lu}[\p{L} .]{2,24}\s\d)/u;

function ofNumber(pairs: Pair[], { text, node, flags }: Line, at: number): void {
  if (text.length > 80 || /[.!?]\s+\p{Lu}\p{L}/u.test(text)) return;
  const found = /^([\p{L}][\p{L}\p{M}\s.’'°#-]{0,30}?)[\s.:#№-]*(\S*\d.*)$/u.exec(text);
  if (!found?.[1] || !found[2] || /[:：]/.test(found[1]) || !isKnownLabel(labelKey(found[1]))) return;
  const value = found[2].replace(/(?:\s[|•·]\s|,\s(?=\p{Ll})).*$/su, '');
  add(pairs, { label: found[1].trim(), value, node, flags: flags & ~flag.heading, at, kind: 'label' });
}

const maxSentencePair = 100;

/** Adds pairs from the sentences of a line, except the first, e.g. `It crashes. Operating system: Debian 12.` */
function inSentences(pairs: Pair[], { text, node, flags }: Line, at: number): void {
  if (text.length > 600 || !/[.!?]\s/.test(text) || !/[:：]\s/.test(text)) return;
  for (const sentence of sentencesIn(text).slice(1)) {
    const found = sentence.length > maxSentencePair ? undefined : labelledIn(sentence);
    if (!found || !isKnownLabel(labelKey(found[0]))) continue;
    add(pairs, {
      label: found[0],
      value: found[1].replace(/(?<=[\p{L}\d]{2})\.$/u, ''),
      node,
      flags: flags & ~flag.heading,
      at,
      kind: 'label',
    });
  }
}

/** Adds a pair from a known label with a colon in the middle of a line, e.g. `Phone X Code: 01245`. */
function insideText(pairs: Pair[], { text, node, flags, segments }: Line, at: number): void {
  if (text.length > 300 || segments.length < 2 || !/\S\s?[:：]\s/.test(text)) return;
  for (const match of text.matchAll(/[:：]\s+/g)) {
    // Adjacent inline elements may lack a space between them, e.g. `$49.00List price: $59.00`.
    const before = text
      .slice(0, match.index)
      .trim()
      .split(/ |(?<=\d)(?=\p{Lu}\p{Ll})/u);
    const length = [3, 2, 1].find(
      (count) => before.length > count && isKnownLabel(labelKey(before.slice(-count).join(' '))),
    );
    const value =
      text
        .slice((match.index ?? 0) + match[0].length)
        .split(/\s{2,}|\s[|•·]\s|\s(?=\p{L}[\p{L}\s.]{1,24}[:：]\s)/u)[0] ?? '';
    if (length === undefined || value === '' || value.length > 60) continue;
    // In `Old price: $5 $4`, the value of `price` would be the former price.
    const label = before.slice(-length).join(' ');
    if (!WAS.test(label) && WAS.test(before.slice(-length - 1).join(' '))) continue;
    add(pairs, {
      label,
      value,
      node,
      flags: flags & ~(flag.heading | flag.headline),
      at,
      kind: 'label',
    });
  }
}

/** Adds a pair from a line with a known label before a dash, e.g. `Dimensions – 107 x 85 mm`. */
function beforeDash(pairs: Pair[], { text, node, flags }: Line, at: number): void {
  if (text.length > 140 || flags & flag.heading) return;
  const [, label = '', value = ''] = /^(\p{L}[^–—:\d]{2,30}?)\s[–—-]\s(\S.*)$/u.exec(text) ?? [];
  if (label !== '' && /\d/.test(value) && isKnownLabel(labelKey(label)))
    add(pairs, { label, value, node, flags, at, kind: 'label' });
}
