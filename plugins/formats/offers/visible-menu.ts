import { type Element, isTag, isText, type ParentNode } from 'domhandler';
import { getElementsByTagName, textContent } from 'domutils';
import { type Document, findMoney, type Money } from '../../../core/contract/plugin';
import { caloriesIn, dietsIn, type FoundItem, type FoundSection } from './menu-profile';
import { compact, isoCurrency, type Price, webAddress } from './values';

const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'nav', 'footer', 'form', 'select', 'svg', 'head']);
const BLOCKS = new Set(
  'address article aside blockquote body br caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const HEADING = /^h[1-6]$/;
const SOLD_OUT =
  /sold ?out|unavailable|ausverkauft|épuisé|agotado|esaurito|esgotado|uitverkocht|wyprzedan|нет в наличии|slutsåld|売り切れ|售罄/iu;
/** Matches an amount without a currency at the end of a line, as is common on menus. */
const BARE_AMOUNT = /(?<![\d.,/])(\d{1,3}[.,]\d{2}|\d{1,3}[.,]\d)(?![\d.,%])$/u;

/** A visible line of text. */
interface Line {
  readonly text: string;
  /** The block that contains the line. */
  readonly node: Element;
  readonly heading: number;
  readonly prices: readonly Price[];
}

/** Returns a section for each heading with at least two priced rows below it. */
export function visibleSections(dom: Document, url: string): readonly FoundSection[] {
  const lines = readLines(dom);
  const rows = rowsOf(lines);
  const sections: { name: string; level: number; items: FoundItem[] }[] = [];
  const used = new Set(rows.flatMap(({ lines: own }) => own));
  const starts = new Map(rows.map((row) => [row.lines[0], row]));
  let heading = { name: '', level: 7 };
  for (const line of lines) {
    const row = starts.get(line);
    if (row) {
      if (sections.at(-1)?.name !== heading.name || sections.length === 0) sections.push({ ...heading, items: [] });
      const item = toItem(row, url);
      if (item) sections.at(-1)?.items.push(item);
    } else if (line.heading > 0 && !used.has(line)) heading = { name: line.text, level: line.heading };
  }
  return sections.filter(({ items }) => items.length > 0).map(({ name, items }) => ({ name, items }));
}

/** Returns the lines of the page, each with the amounts in it. */
function readLines(dom: Document): readonly Line[] {
  const lines: Line[] = [];
  let text = '';
  const flush = (node: Element, heading: number) => {
    const clean = text.replace(/\s+/g, ' ').trim();
    text = '';
    if (clean !== '') lines.push({ text: clean, node, heading, prices: pricesIn(clean) });
  };
  const walk = (parent: ParentNode, block: Element, heading: number): void => {
    for (const child of parent.children) {
      if (isText(child)) text += child.data;
      if (!isTag(child) || SKIPPED.has(child.name) || 'hidden' in child.attribs) continue;
      const isBlock = BLOCKS.has(child.name);
      const level = HEADING.test(child.name) ? Number(child.name[1]) : child.attribs.role === 'heading' ? 3 : heading;
      if (isBlock) flush(block, heading);
      walk(child, isBlock ? child : block, level);
      if (isBlock) flush(child.name === 'br' ? block : child, level);
    }
  };
  const [body] = getElementsByTagName('body', dom);
  if (body) {
    walk(body, body, 0);
    flush(body, 0);
  }
  return lines;
}

function pricesIn(text: string): readonly Price[] {
  const money = findMoney(text);
  if (money.length > 0) return money.map(priceOf);
  const [, bare] = BARE_AMOUNT.exec(text) ?? [];
  return bare === undefined ? [] : [{ amount: Number(bare.replace(',', '.')), formatted: bare }];
}

const priceOf = ({ amount, currency, text }: Money): Price =>
  compact({ amount, currency: isoCurrency(currency), formatted: text });

/** A menu row: its lines, and the block that contains only this row. */
interface Row {
  readonly lines: readonly Line[];
  readonly node: Element;
}

/**
 * Returns the priced rows. The row of a price is the largest block without another price. Blocks with the most common
 * tag and class take precedence.
 */
function rowsOf(lines: readonly Line[]): readonly Row[] {
  const priced = lines.filter(({ prices }) => prices.length > 0);
  const counts = new Map<Element, number>();
  for (const { node } of priced) for (const up of upward(node)) counts.set(up, (counts.get(up) ?? 0) + 1);
  const holders = priced.map((line) => ({ line, node: holderOf(line, counts) }));
  const signs = new Map<string, number>();
  for (const { node } of holders) signs.set(signOf(node), (signs.get(signOf(node)) ?? 0) + 1);
  const [usual] = [...signs].sort((a, b) => b[1] - a[1])[0] ?? [];
  // If one block contains several prices, its rows are separated by line breaks, so each line is a row.
  const blocks = holders.flatMap(({ line, node }) =>
    (counts.get(line.node) ?? 0) > 1 ? [] : [[...upward(line.node)].find((up) => signOf(up) === usual) ?? node],
  );
  const byBlock = new Map<Element, Line[]>(blocks.map((block) => [block, []]));
  const rows: Row[] = [];
  for (const line of lines) {
    const block = [...upward(line.node)].find((up) => byBlock.has(up));
    const own = block && byBlock.get(block);
    if (own?.length === 0) rows.push({ lines: own, node: block as Element });
    if (own) own.push(line);
    else if (line.prices.length > 0) rows.push({ lines: [line], node: line.node });
  }
  return rows;
}

const signOf = ({ name, attribs }: Element): string => `${name}.${attribs.class ?? ''}`;

function* upward(node: Element): Generator<Element> {
  for (let up: Element | null = node; up && isTag(up); up = up.parent as Element | null) yield up;
}

/**
 * Returns the largest block around a price that contains no other price. In a table, the block does not extend beyond
 * the row.
 */
function holderOf(line: Line, counts: ReadonlyMap<Element, number>): Element {
  let holder = line.node;
  for (const up of upward(line.node)) {
    if (up.name === 'tr') return up;
    if ((counts.get(up) ?? 0) > 1 || up.name === 'body') break;
    holder = up;
  }
  return holder;
}

/** Converts a row to a menu item. The first line becomes the name, and later lines become the description. */
function toItem({ lines, node }: Row, url: string): FoundItem | undefined {
  const prices = lines.flatMap((line) => line.prices);
  const texts = lines.map((line) => withoutPrices(line)).filter((text) => /\p{L}/u.test(text));
  const [name, ...others] = texts;
  const whole = lines.map(({ text }) => text).join(' ');
  if (name === undefined || name.length > 120 || prices.length === 0 || prices.length > 4) return undefined;
  const description = others.join(' ');
  const images = getElementsByTagName('img', node).flatMap(({ attribs }) => {
    const address = webAddress(attribs.src, url);
    return address ? [compact({ url: address, alt: attribs.alt || undefined })] : [];
  });
  const link = getElementsByTagName('a', node).find((anchor) => textContent(anchor).includes(name));
  return compact({
    name,
    description: description === '' ? undefined : description,
    images,
    price: prices.length === 1 ? prices[0] : undefined,
    availability: { inStock: !SOLD_OUT.test(whole) },
    dietary: dietsIn(whole),
    calories: caloriesIn(whole),
    optionGroups: prices.length > 1 ? [{ options: prices.map((price) => ({ price })) }] : [],
    identifiers: {},
    url: webAddress(link?.attribs.href, url),
  });
}

/** Removes amounts from a line, including the leader dots before them. */
function withoutPrices({ text, prices }: Line): string {
  const bare = prices.reduce((rest, { formatted }) => rest.replace(formatted ?? '', ' '), text);
  return bare
    .replace(/[.…·_–—|\s-]{1,200}$/u, '')
    .replace(/\s+/g, ' ')
    .trim();
}
