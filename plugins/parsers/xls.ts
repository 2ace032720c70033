import type { CellObject, Range, WorkBook, WorkSheet } from '@e965/xlsx';
import {
  brokenDocument,
  defineParser,
  encryptedDocument,
  escapeHtml,
  formulaLink,
  type Metadata,
  type TableCell,
  tableHtml,
} from '../../core/contract/plugin';

const MAX_CELLS = 500_000;
const MAX_MERGES = 20_000;

/**
 * `xls`: each visible sheet of an old Excel file (97–2003) as a heading and a table, with values as displayed in Excel.
 */
export default defineParser({
  id: 'xls',
  summary: 'Reads sheets from old Excel files as tables.',
  mediaTypes: ['application/vnd.ms-excel'],
  extensions: ['.xls'],
  async parse(bytes, { url }) {
    const { read, utils, set_cptable } = await import('@e965/xlsx');
    set_cptable(await import('@e965/xlsx/dist/cpexcel'));
    const readWith = (cellFormula: boolean) => read(bytes, { type: 'array', cellHTML: false, cellFormula });
    const book = readBook(readWith, url);
    const shown = book.SheetNames.filter((_, at) => !book.Workbook?.Sheets?.[at]?.Hidden);
    const hidden = book.SheetNames.filter((name) => !shown.includes(name));
    let left = MAX_CELLS;
    let cutRows = 0;
    const sheets = shown.map((name) => {
      const { rows, all } = rowsOf(book.Sheets[name] ?? {}, utils, left);
      left -= rows.reduce((sum, row) => sum + row.length, 0);
      cutRows += all - rows.length;
      return `<h2>${escapeHtml(name)}</h2>${tableHtml(rows)}`;
    });
    const warnings = [
      ...(cutRows > 0 ? [`The sheets were truncated after ${MAX_CELLS} cells; ${cutRows} rows are missing.`] : []),
      ...(hidden.length > 0 ? [`Hidden sheets were skipped: ${hidden.join(', ')}.`] : []),
    ];
    return { html: sheets.join('\n'), metadata: metadataOf(book), warnings };
  },
});

/** Reads a workbook. If one of its formulas is invalid, reads the workbook without formulas. */
function readBook(read: (withFormulas: boolean) => WorkBook, url: string): WorkBook {
  try {
    return read(true);
  } catch {
    return readValues(() => read(false), url);
  }
}

function readValues(read: () => WorkBook, url: string): WorkBook {
  try {
    return read();
  } catch (error) {
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message);
    throw isLocked ? encryptedDocument(url) : brokenDocument(url, error);
  }
}

/**
 * Returns the rows of a sheet up to the cell limit, and the total number of rows. Skips cells covered by merged cells.
 */
function rowsOf(
  sheet: WorkSheet,
  { decode_range, encode_cell }: typeof import('@e965/xlsx').utils,
  maxCells: number,
): { readonly rows: readonly (readonly TableCell[])[]; readonly all: number } {
  const range = sheet['!ref'] === undefined ? undefined : decode_range(sheet['!ref']);
  if (range === undefined) return { rows: [], all: 0 };
  const width = range.e.c - range.s.c + 1;
  const all = range.e.r - range.s.r + 1;
  const merges = (sheet['!merges'] ?? []).slice(0, MAX_MERGES);
  const cellAt = (r: number, c: number, merged: readonly Range[]): TableCell | undefined => {
    const merge = merged.find(({ s, e }) => c >= s.c && c <= e.c);
    if (merge && (merge.s.r !== r || merge.s.c !== c)) return undefined;
    const spans = merge ? { columns: merge.e.c - c + 1, rows: merge.e.r - r + 1 } : {};
    return { html: cellHtml(sheet[encode_cell({ r, c })] as CellObject | undefined), ...spans };
  };
  const count = Math.min(all, Math.floor(Math.max(0, maxCells) / width));
  const rows = Array.from({ length: count }, (_, index) => {
    const r = range.s.r + index;
    const merged = merges.filter(({ s, e }) => r >= s.r && r <= e.r);
    const cells = Array.from({ length: width }, (_, column) => cellAt(r, range.s.c + column, merged));
    return cells.filter((cell) => cell !== undefined);
  });
  return { rows, all };
}

function cellHtml(cell: CellObject | undefined): string {
  if (cell === undefined || cell.t === 'z') return '';
  const html = escapeHtml((cell.w ?? String(cell.v ?? '')).trim()).replace(/\r?\n/g, '<br>');
  const target = cell.l?.Target ?? formulaLink(cell.f ?? '')?.href ?? '';
  return html !== '' && /^(?:https?|mailto):/i.test(target) ? `<a href="${escapeHtml(target)}">${html}</a>` : html;
}

function metadataOf({ Props }: WorkBook): Metadata {
  const facts = { title: Props?.Title, author: Props?.Author, description: Props?.Comments, keywords: Props?.Keywords };
  return Object.fromEntries(
    Object.entries(facts).filter((fact): fact is [string, string] => typeof fact[1] === 'string' && fact[1] !== ''),
  );
}
