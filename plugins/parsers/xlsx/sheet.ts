import { type FormulaLink, formulaLink } from '../../../core/contract/plugin';
import { type CellStyles, numberText } from './cell-text';
import { MAX_CELLS } from './max-cells';
import { readXml } from './xml';

const MAX_COLUMNS = 16_384;

/** A cell as displayed in Excel. */
export interface Cell {
  readonly text: string;
  /** Web or email link of the cell. */
  readonly href?: string | undefined;
}

/** A sheet without its empty rows. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly (Cell | undefined)[])[];
  readonly cells: number;
  /** Number of rows omitted because of the cell limit. */
  readonly cutRows: number;
  /** Number of formulas without a stored value. */
  readonly uncached: number;
}

/** Name of a sheet, the workbook data that its cells refer to, and the number of cells that can still be read. */
interface SheetSources {
  readonly name: string;
  readonly styles: CellStyles;
  readonly strings: readonly string[];
  readonly links: ReadonlyMap<string, string>;
  readonly room: number;
}

/** Reads a sheet from its XML. */
export function readSheet(xml: string, sources: SheetSources): Sheet {
  const reader = new SheetReader(sources);
  readXml(xml, reader);
  return reader.sheet();
}

class SheetReader {
  private readonly rows: { readonly texts: string[]; readonly number: number }[] = [];
  private readonly hrefs = new Map<string, string>();
  private texts: string[] = [];
  private number = 0;
  private column = -1;
  private cell: Readonly<Record<string, string>> = {};
  private value = '';
  private formula = '';
  /** Link in the cell's formula. */
  private formulaLink: FormulaLink | undefined;
  /** Links in shared formulas, keyed by the index of the formula. */
  private readonly sharedLinks = new Map<string, FormulaLink>();
  private shared: string | undefined;
  private into: 'value' | 'formula' | undefined;
  private phonetic = 0;
  private width = 0;
  private cells = 0;
  private cutRows = 0;
  private uncached = 0;

  constructor(private readonly sources: SheetSources) {}

  readonly open = (tag: string, attribs: Readonly<Record<string, string>>): void => {
    if (tag === 'row') this.openRow(Number(attribs.r));
    else if (tag === 'c') this.openCell(attribs);
    else if (tag === 'rPh') this.phonetic++;
    else if (tag === 'hyperlink') this.link(attribs);
    else if (tag === 'v' || (tag === 't' && this.phonetic === 0)) this.into = 'value';
    else if (tag === 'f') {
      this.into = 'formula';
      this.shared = attribs.t === 'shared' ? attribs.si : undefined;
    }
  };

  readonly text = (data: string): void => {
    if (this.into === 'value') this.value += data;
    else if (this.into === 'formula') this.formula += data;
  };

  readonly close = (tag: string): void => {
    if (tag === 'c') this.closeCell();
    else if (tag === 'row') this.closeRow();
    else if (tag === 'rPh') this.phonetic--;
    this.into = undefined;
  };

  /** Returns the rows, padded to equal width unless this would exceed the cell limit. */
  sheet(): Sheet {
    const { name } = this.sources;
    const isEven = this.rows.length * this.width <= MAX_CELLS;
    const rows = this.rows.map(({ texts, number }) =>
      Array.from({ length: isEven ? this.width : texts.length }, (_, column): Cell | undefined => {
        const text = texts[column];
        return text === undefined ? undefined : { text, href: this.hrefs.get(`${columnName(column)}${number}`) };
      }),
    );
    return { name, rows, cells: this.cells, cutRows: this.cutRows, uncached: this.uncached };
  }

  private openRow(number: number): void {
    this.number = number > 0 ? number : this.number + 1;
    this.texts = [];
    this.column = -1;
  }

  private openCell(attribs: Readonly<Record<string, string>>): void {
    this.cell = attribs;
    this.value = '';
    this.formula = '';
    this.shared = undefined;
    const column = columnOf(attribs.r ?? '');
    this.column = column ?? this.column + 1;
  }

  private closeCell(): void {
    this.formulaLink = this.readFormulaLink();
    const text = this.cellText();
    if (text === '' || this.column >= MAX_COLUMNS) return;
    this.texts[this.column] = text;
    if (this.formulaLink !== undefined)
      this.hrefs.set(`${columnName(this.column)}${this.number}`, this.formulaLink.href);
  }

  /**
   * Returns the link in the formula. If the cell refers to a shared formula by its index, returns that formula's link.
   */
  private readFormulaLink(): FormulaLink | undefined {
    const { formula, shared } = this;
    if (formula === '') return shared === undefined ? undefined : this.sharedLinks.get(shared);
    const link = formulaLink(formula);
    if (link !== undefined && shared !== undefined) this.sharedLinks.set(shared, link);
    return link;
  }

  private cellText(): string {
    const { t: type = 'n', s: style = '0' } = this.cell;
    const { value, formula } = this;
    if (value === '' && this.formulaLink?.text !== undefined) return this.formulaLink.text;
    if (value === '' && formula !== '' && type !== 'str') {
      this.uncached++;
      return `=${formula}`;
    }
    if (value === '') return '';
    if (type === 's') return this.sources.strings[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '');
    return type === 'n' ? numberText(value, Number(style), this.sources.styles) : value;
  }

  private closeRow(): void {
    const { texts, number } = this;
    if (texts.length === 0) return;
    if (this.cells + texts.length > this.sources.room) {
      this.cutRows++;
      return;
    }
    this.cells += texts.length;
    this.width = Math.max(this.width, texts.length);
    this.rows.push({ texts, number });
  }

  private link({ ref = '', id = '' }: Readonly<Record<string, string>>): void {
    const href = this.sources.links.get(id) ?? '';
    if (/^(?:https?:|mailto:)/i.test(href)) this.hrefs.set(ref.split(':', 1)[0] ?? '', href);
  }
}

/** Returns the zero-based column index of a reference such as `AB12`. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function columnName(column: number): string {
  const before = Math.floor(column / 26);
  return (before > 0 ? columnName(before - 1) : '') + String.fromCharCode(65 + (column % 26));
}
