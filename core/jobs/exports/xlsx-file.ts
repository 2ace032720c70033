import { amountIn } from '../../common/prices/amounts';
import { currencyOfCell, type PriceColumns } from '../../common/prices/price-columns';
import type { RowCurrencies } from '../../common/prices/row-currencies';
import type { RowColumn } from '../../common/rows';
import { readNumber } from '../../common/values/number-texts';
import { textOf } from '../rows/fold';
import type { Batches } from '../rows/read-ahead';
import { CellStyles, cellStyle } from './cell-styles';
import { type ZipFile, zipStream } from './zip-stream';

/** Maximum number of hyperlinks per sheet. Further URLs are written as plain text. */
const maxLinks = 65_530;
/** Maximum lengths of a hyperlink and of a cell's text, in characters. */
const [maxLinkLength, maxTextLength] = [2079, 32_767];
const cutMark = ' … [cut]';
/** Minimum and maximum width of a column, in characters. */
const [minWidth, maxWidth] = [8, 60];
/** Chunk size of sheet XML in characters. */
const pieceLength = 64 * 1024;

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const types = `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${part}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${part}.styles+xml"/></Types>`;
const root = `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const workbook = `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`;
const workbookRelations = `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`;
/** Matches characters that are not allowed in XML. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const special: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
const escaped = (text: string): string =>
  text.replace(unwritable, '').replace(/[&<>"\r]/g, (sign) => special[sign] ?? '');

/** Returns the column name for a number, e.g. `AB` for 27. */
function letters(column: number): string {
  const rest = String.fromCharCode(65 + (column % 26));
  return column < 26 ? rest : letters(Math.floor(column / 26) - 1) + rest;
}

/** Returns the serial number that spreadsheets use for a time (days since 1900, UTC). */
const serialDay = (time: number): number => time / 86_400_000 + 25_569;

const textCell = (at: string, text: string, style: number): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(fitted(text))}</t></is></c>`;

/** Truncates a string to the length limit of a cell and appends a note. */
const fitted = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength - cutMark.length)}${cutMark}` : text;

/** Style of a number, and whether a text is an amount. */
interface CellFacts {
  readonly type: RowColumn['type'];
  /** True when the currency of the value is known, so that text such as `3.20` is an amount. */
  readonly isAmount: boolean;
  readonly style: () => number;
}

function cell(at: string, value: unknown, { type, isAmount, style }: CellFacts): string {
  if (value === undefined || value === null || value === '') return '';
  const number = isAmount ? amountIn(value) : typeof value === 'number' ? value : undefined;
  if (number !== undefined && Number.isFinite(number)) return `<c r="${at}" s="${style()}"><v>${number}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  const text = textOf(value);
  const time = type === 'date' ? Date.parse(text) : Number.NaN;
  // Serial numbers before March 1900 differ between programs, because some treat 1900 as a leap year. Earlier dates are
  // written as text.
  if (time > -2_203_891_200_000)
    return `<c r="${at}" s="${text.length > 10 ? cellStyle.time : cellStyle.date}"><v>${serialDay(time)}</v></c>`;
  return textCell(at, text, type === 'link' ? cellStyle.link : cellStyle.plain);
}

/** A row of a sheet. */
export interface SheetRow {
  /** Values in column order. */
  readonly values: readonly unknown[];
  readonly currencies?: RowCurrencies;
}

/**
 * Streams rows as an XLSX workbook with one sheet. Numbers, dates, booleans and links keep their type. Amounts are shown
 * with the currency of their row, or of their column in `prices`. Lists become JSON.
 */
export function xlsxFile(
  columns: readonly RowColumn[],
  rows: Batches<SheetRow>,
  prices: PriceColumns = new Map(),
): AsyncGenerator<Buffer> {
  const links: { readonly at: string; readonly address: string }[] = [];
  const names = columns.map((_, column) => letters(column));
  const places = new Map(columns.map(({ id }, place) => [id, place]));
  const styles = new CellStyles();

  function line({ values, currencies }: SheetRow, number: number): string {
    let text = `<row r="${number}">`;
    const valueIn = (id: string): unknown => values[places.get(id) ?? -1];
    for (const [place, { id, type, decimal }] of columns.entries()) {
      const at = `${names[place]}${number}`;
      const value = decimal === undefined ? values[place] : readNumber(values[place], decimal);
      const currency = currencyOfCell(id, { prices, currencies, valueIn });
      text += cell(at, value, { type, isAmount: currency !== undefined, style: () => styles.ofNumber(currency) });
      if (type === 'link' && typeof value === 'string' && isLink(value) && links.length < maxLinks)
        links.push({ at, address: value });
    }
    return `${text}</row>`;
  }

  async function* sheet(): AsyncGenerator<Buffer> {
    let text = '';
    let number = 1;
    for await (const batch of rows) {
      if (number === 1) text = sheetStart(columns, batch);
      for (const row of batch) {
        text += line(row, ++number);
        if (text.length < pieceLength) continue;
        yield Buffer.from(text);
        text = '';
      }
    }
    yield Buffer.from(`${number === 1 ? sheetStart(columns, []) : text}</sheetData>${linkList(links)}</worksheet>`);
  }

  async function* files(): AsyncGenerator<ZipFile> {
    const at = new Date();
    yield { name: 'xl/worksheets/sheet1.xml', at, content: sheet() };
    if (links.length > 0)
      yield { name: 'xl/worksheets/_rels/sheet1.xml.rels', at, content: Buffer.from(linkTargets(links)) };
    const others = {
      '[Content_Types].xml': types,
      '_rels/.rels': root,
      'xl/workbook.xml': workbook,
      'xl/_rels/workbook.xml.rels': workbookRelations,
      'xl/styles.xml': `${xml}<styleSheet xmlns="${main}">${styles.xml()}</styleSheet>`,
    };
    for (const [name, content] of Object.entries(others)) yield { name, at, content: Buffer.from(content) };
  }

  return zipStream(files());
}

/** Returns the start of a sheet: a frozen header, and column widths that fit the values of the first rows. */
function sheetStart(columns: readonly RowColumn[], first: readonly SheetRow[]): string {
  const view = `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
  const header = columns.map(({ id }, place) => textCell(`${letters(place)}1`, id, cellStyle.header)).join('');
  const start = `${xml}<worksheet xmlns="${main}" xmlns:r="${relations}">${view}${widths(columns, first)}`;
  return `${start}<sheetData><row r="1">${header}</row>`;
}

function widths(columns: readonly RowColumn[], first: readonly SheetRow[]): string {
  const list = columns.map(({ id }, place) => {
    const longest = Math.max(id.length, ...first.map(({ values }) => textOf(values[place] ?? '').length));
    const width = Math.min(maxWidth, Math.max(minWidth, longest + 2));
    return `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`;
  });
  return list.length === 0 ? '' : `<cols>${list.join('')}</cols>`;
}

const isLink = (text: string): boolean => /^https?:\/\//i.test(text) && text.length <= maxLinkLength;

const linkList = (links: readonly { readonly at: string }[]): string =>
  links.length === 0
    ? ''
    : `<hyperlinks>${links.map(({ at }, place) => `<hyperlink ref="${at}" r:id="rId${place + 1}"/>`).join('')}</hyperlinks>`;

const linkTargets = (links: readonly { readonly address: string }[]): string =>
  `${xml}<Relationships xmlns="${packages}/relationships">${links.map(({ address }, place) => `<Relationship Id="rId${place + 1}" Type="${relations}/hyperlink" Target="${escaped(address)}" TargetMode="External"/>`).join('')}</Relationships>`;
