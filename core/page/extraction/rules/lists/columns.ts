import { findMoney } from '../../../../common/values/money';
import { labelFit } from '../find/from-text';
import { excerptOf, type Sighting } from '../find/sighting';
import { conceptsByLabel } from '../lexicon/lexicon';
import { labelKey, likeness, wordsOf } from '../lexicon/words';
import { placedCells } from '../page/spanned-rows';
import { isCrossedOut, isSaidFormer } from '../page/struck';
import { textOf } from '../page/text-of';
import { measurePattern } from '../said/unit-values';
import type { Field } from '../schema/field';
import { coerce, type ValuePlace } from '../values/coerce';
import { parseDay } from '../values/dates';
import { WAS } from '../values/price-in';
import type { RowGroup } from './groups';
import { type Cell, cellsOf, type Row } from './row';
import { statesConcept } from './stated-concept';

/** The cells of a group of rows: one map per row, from column key to cell. */
export interface Grid {
  readonly rows: readonly ReadonlyMap<string, Cell>[];
  readonly keys: readonly string[];
}

const LINES = { splitsLines: true };

/** Splits rows into cells. In tables, a cell's key is its column number. */
export function gridOf({ rows, headers }: RowGroup): Grid {
  const keys = new Map<string, number>();
  const grid = rows.map((row) => {
    const cells = new Map((headers ? tableCells(row, headers) : cellsOf(row, LINES)).map((cell) => [cell.key, cell]));
    for (const key of cells.keys()) keys.set(key, (keys.get(key) ?? 0) + 1);
    return cells;
  });
  const common = [...keys].filter(([, count]) => count >= Math.max(1, rows.length * 0.1)).map(([key]) => key);
  return { rows: grid, keys: common };
}

function tableCells(row: Row, headers: readonly string[]): readonly Cell[] {
  const [tr] = row;
  if (!tr) return [];
  return placedCells(tr).flatMap(({ cell, column }) => {
    const header = headers[column] ?? '';
    const key = `|${column}`;
    const label = labelKey(header);
    const inner = cellsOf([cell])
      .filter(({ what }) => what !== 'text')
      .map((one) => ({ ...one, key: `${key}${one.key}` }));
    return [
      { key, label, words: ' ', text: textOf(cell), node: cell, what: 'text' as const, heading: false, struck: false },
      ...inner.map((one) => ({ ...one, label: one.what === 'datetime' ? label : '' })),
    ];
  });
}

/** Converts a cell to a possible value of a field. */
export const sightingOf = (cell: Cell, score: number): Sighting => {
  const [money] = findMoney(cell.text);
  return {
    raw: cell.text,
    weight: score,
    kind: 'record',
    node: cell.node,
    excerpt: excerptOf(cell.text),
    ...(money?.currency ? { currency: money.currency } : {}),
  };
};

const MAX_PRICE_TEXT = 60;

/**
 * Returns a record's cell for a field. If the price cell is empty or contains a former price, returns the cell with the
 * record's only other price.
 */
export function cellFor({ concept }: Field, key: string, row: ReadonlyMap<string, Cell>): Cell | undefined {
  const cell = row.get(key);
  if (concept?.id !== 'price' || (cell && !cell.struck)) return cell;
  const prices = [...row.values()].flatMap((one) => {
    const [money, ...others] = one.what === 'text' && one.text.length <= MAX_PRICE_TEXT ? findMoney(one.text) : [];
    if (!money || others.length > 0) return [];
    return [{ cell: one, amount: money.amount, isFormer: one.struck || WAS.test(one.text.slice(0, money.start)) }];
  });
  const current = prices.filter(({ isFormer }) => !isFormer);
  const [price, ...others] = current.length > 0 ? current : prices;
  return others.every(({ amount }) => amount === price?.amount) ? price?.cell : undefined;
}

/** Assigns columns to fields, each with a confidence score. */
export function assign(
  fields: readonly Field[],
  grid: Grid,
  place: ValuePlace,
): ReadonlyMap<Field, { readonly key: string; readonly score: number }> {
  const sample = grid.rows.slice(0, 12);
  const scored = fields.flatMap((field) =>
    grid.keys
      .map((key) => ({ field, key, score: scoreOf(field, key, sample, place) }))
      .filter(({ score }) => score >= 0.35),
  );
  scored.sort((a, b) => b.score - a.score);
  const assigned = new Map<Field, { key: string; score: number }>();
  const taken = new Set<string>();
  for (const { field, key, score } of scored) {
    if (assigned.has(field) || (taken.has(key) && !maySharing(field))) continue;
    const texts = [...assigned].filter(([other]) => isText(field) && isText(other));
    if (texts.some(([, other]) => isWrapper(sample, key, other.key))) continue;
    assigned.set(field, { key, score });
    taken.add(key);
  }
  return assigned;
}

/** True for a field whose value is the text of a cell. False for e.g. a URL, which is read from the cell's link. */
const isText = ({ kind, format, concept }: Field): boolean =>
  kind === 'string' && format === undefined && concept?.kind !== 'url' && concept?.kind !== 'image';

/**
 * True for two columns with the same texts if the elements of one column contain those of the other, e.g. `h3` and
 * `span` in `<h3><span>Name`.
 */
const isWrapper = (rows: readonly ReadonlyMap<string, Cell>[], key: string, other: string): boolean =>
  key !== other &&
  (key.startsWith(other) || other.startsWith(key)) &&
  rows.every((row) => {
    const [one, two] = [row.get(key), row.get(other)];
    return one?.what === 'text' && two?.what === 'text' && one.node !== two.node && one.text === two.text;
  });

/** True for fields that may be read from the price cell: currencies and upper ends of ranges. */
const maySharing = ({ concept }: Field): boolean => concept?.kind === 'currency' || concept?.id === 'highPrice';

function scoreOf(field: Field, key: string, rows: readonly ReadonlyMap<string, Cell>[], place: ValuePlace): number {
  const cells = rows.flatMap((row) => row.get(key) ?? []);
  const [first] = cells;
  if (!first) return 0;
  // Uses the second-best score of three cells, because an ID in one row may match the field by chance.
  const names = cells
    .slice(0, 3)
    .map((cell) => nameScore(field, cell))
    .sort((a, b) => b - a);
  const named = names[names.length > 2 ? 1 : 0] ?? 0;
  const fitting = cells.map((cell) => coerce(field, sightingOf(cell, 1), place)?.fit ?? 0);
  const fit = fitting.reduce((sum, one) => sum + one, 0) / cells.length;
  const isFormer = cells.filter(({ struck }) => struck).length * 2 > cells.length && !isOnlyPrice(cells, rows);
  if (field.concept?.id === 'rating' && cells.every(({ text }) => statesConcept('reviewCount', text))) return 0;
  if (fit < 0.4 || (isFormer && field.concept?.id !== 'oldPrice' && field.concept?.kind === 'money')) return 0;
  const present = cells.length / rows.length;
  return Math.max(named, kindScore(field, first, cells)) * fit * (0.8 + 0.2 * present);
}

/**
 * True if each row contains at most one price, and no price is struck through or follows a word such as `Was`. In cells
 * with the class `regular`, such words do not count, because some shops call all prices regular prices.
 */
function isOnlyPrice(cells: readonly Cell[], rows: readonly ReadonlyMap<string, Cell>[]): boolean {
  if (cells.some(({ node, words }) => isCrossedOut(node) || (isSaidFormer(node) && !words.includes(' regular '))))
    return false;
  return rows.every((row) => {
    const amounts = [...row.values()].flatMap(({ what, text }) =>
      what === 'text' && text.length <= MAX_PRICE_TEXT ? findMoney(text).map(({ amount }) => amount) : [],
    );
    return new Set(amounts).size <= 1;
  });
}

/** Rates how well a cell's header, label or class matches the name of a field. */
function nameScore(field: Field, cell: Cell): number {
  const isAddress = cell.what === 'href' || cell.what === 'src';
  if (isAddress) return 0;
  if (cell.label !== '') return labelFit(field, cell.label) || headerFit(field, cell.label);
  const names = [...(field.concept?.names.map((name) => wordsOf(name)) ?? []), field.words];
  const hit = names.some((words) => words.length > 0 && cell.words.includes(` ${words.join(' ')} `));
  if (!hit) return likeness(wordsOf(cell.words), field.words) >= 0.8 ? 0.75 : 0;
  return cell.key.endsWith('text1') ? 0.6 : Math.max(0.6, 0.85 - cell.words.length / 400);
}

/**
 * Rates how well a header of several words matches a field. Either one word must name the field's concept, or the
 * header must contain all words of the field.
 */
function headerFit(field: Field, label: string): number {
  const words = label.split(' ');
  if (words.length > 4 || conceptsByLabel(label).length > 0) return 0;
  if (words.some((word) => field.concept !== undefined && conceptsByLabel(word).includes(field.concept))) return 0.7;
  return field.words.length > 0 && field.words.every((word) => words.includes(word)) ? 0.8 : 0;
}

/**
 * Rates cells without a matching name by their content, e.g. a heading for a title, a link for a URL, or an amount for
 * a price.
 */
function kindScore({ name, concept, kind, format, words }: Field, cell: Cell, cells: readonly Cell[]): number {
  const varied = new Set(cells.map(({ text }) => text)).size > Math.min(1, cells.length - 1);
  const labelled = cell.label !== '';
  const isStated = cell.what === 'text' || cell.what === 'value';
  if (concept && isStated && !labelled && cells.every(({ text }) => statesConcept(concept.id, text))) return 0.65;
  const measure = kind === 'number' || kind === 'integer' ? measurePattern(name) : undefined;
  if (measure && isStated && !labelled && cells.every(({ text }) => measure.test(text))) return 0.65;
  switch (concept?.kind) {
    case 'url':
      return cell.what === 'href' && varied ? (/>(?:h\d|a)/.test(cell.key) ? 0.7 : 0.6) : 0;
    case 'image':
      return cell.what === 'src' ? 0.7 : 0;
    case 'money':
      return moneyScore(concept.id, cell, cells);
    case 'currency':
      return cells.every(({ text }) => findMoney(text).length > 0) ? 0.6 : 0;
    case 'date':
      return cell.what === 'datetime'
        ? 0.7
        : !labelled && cells.every(({ text }) => text.length < 60 && parseDay(text) !== undefined)
          ? 0.6
          : 0;
    case 'email':
    case 'phone':
      return 0.6;
    default:
  }
  if (concept?.id === 'title') return cell.what === 'text' && varied ? titleScore(cell, labelled, cells) : 0;
  if (concept?.id === 'description')
    return cell.what !== 'text' || labelled || cell.heading ? 0 : descriptionScore(cell, cells);
  if (concept?.id === 'role')
    return cell.what === 'text' && !labelled && !cell.heading && cells.every(isRole) ? 0.5 : 0;
  if (!concept && !labelled && cell.what === 'text') {
    const asks = cells.filter(({ text }) => /[?？؟]$/.test(text)).length / cells.length;
    if (words.includes('question') && asks >= 0.6) return isLead(cell) ? 0.75 : 0.6;
    if (words.includes('answer') && asks === 0 && !isLead(cell)) return 0.5;
  }
  if (concept?.id === 'rating') return / (rating|stars?|score|rated) /.test(cell.words) && kind !== 'string' ? 0.6 : 0;
  return format === 'uri' && cell.what === 'href' ? 0.45 : 0;
}

/** True for an element that often comes first in a record: a heading, term, summary, button or bold text. */
const isLead = ({ heading, key }: Cell): boolean => heading || /(?:^|>)(?:dt|summary|button|b|strong)[^>]*$/.test(key);

function moneyScore(id: string, { what, label, words }: Cell, cells: readonly Cell[]): number {
  const isMoney = cells.every(({ text }) => text.length < 40 && findMoney(text).length > 0);
  if (what !== 'text' || label !== '' || !isMoney) return 0;
  if (id === 'oldPrice') return cells.every(({ struck }) => struck) ? 0.65 : 0;
  return / (old|was|strike\w*|regular|list) /.test(words) ? 0.4 : 0.65;
}

const MAX_ROLE = 50;
const MIN_DISH_WORDS = 2;

/** True for a short text without digits, such as the role below a name. */
const isRole = ({ text, key }: Cell): boolean =>
  text.length <= MAX_ROLE && /^[^\d.!?@]+$/.test(text) && /(?:^|>)(?:p|div|span|em|i|small)[^>]*$/.test(key);

/** Rates cells as descriptions. Long texts score highest, followed by short texts in paragraphs or emphasis tags. */
function descriptionScore({ key }: Cell, cells: readonly Cell[]): number {
  if (cells.some(({ text }) => text.length > 60)) return 0.5;
  const isBeside = /(?:^|>)(?:p|em|i|dd)[^>]*$/.test(key);
  const areWords = cells.every(({ text }) => wordsOf(text).length >= MIN_DISH_WORDS && findMoney(text).length === 0);
  return isBeside && areWords ? 0.42 : 0;
}

const MAX_NAME = 60;

function titleScore(cell: Cell, labelled: boolean, cells: readonly Cell[]): number {
  if (labelled) return cell.key === '|0' ? 0.45 : 0;
  if (cell.heading) return 0.75;
  if (/>dt|>th|^dt|^h\d/.test(cell.key)) return 0.7;
  if (/>a[^>]*$/.test(cell.key)) return 0.62;
  if (/>(?:b|strong)[^>]*$/.test(cell.key)) return 0.6;
  return cells.every(isName) ? 0.4 : 0;
}

/** True for a short text that has its own element, starts with a letter and contains no amount or date. */
const isName = ({ text, key }: Cell): boolean =>
  text.length <= MAX_NAME &&
  /^[\p{Lu}\p{Lo}]/u.test(text) &&
  /[>](?:span|div|lead)[^>]*$/.test(key) &&
  findMoney(text).length === 0 &&
  parseDay(text) === undefined;
