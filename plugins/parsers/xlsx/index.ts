import {
  brokenDocument,
  defineParser,
  escapeHtml,
  officeMetadata,
  openOfficeFile,
  type TableCell,
  tableHtml,
} from '../../../core/contract/plugin';
import { MAX_CELLS } from './max-cells';
import type { Cell, Sheet } from './sheet';

/** `xlsx`: each visible sheet of an Excel file as a heading and a table of displayed values. */
export default defineParser({
  id: 'xlsx',
  summary: 'Reads Excel sheets as tables.',
  mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  extensions: ['.xlsx'],
  async parse(bytes, { url }) {
    const archive = await openOfficeFile(bytes, url);
    const { readWorkbook } = await import('./workbook');
    const { sheets, hidden, damaged } = await readWorkbook(archive, url).catch((error: unknown) => {
      throw brokenDocument(url, error);
    });
    const cut = sheets.reduce((sum, sheet) => sum + sheet.cutRows, 0);
    const uncached = sheets.reduce((sum, sheet) => sum + sheet.uncached, 0);
    const warnings = [
      ...(cut > 0 ? [`The sheets were truncated after ${MAX_CELLS} cells; ${cut} rows are missing.`] : []),
      ...(hidden.length > 0 ? [`Hidden sheets were skipped: ${hidden.join(', ')}.`] : []),
      ...(damaged.length > 0 ? [`Damaged sheets were skipped: ${damaged.join(', ')}.`] : []),
      ...(uncached > 0
        ? [`The file stores no value for ${uncached} formulas; the formulas themselves are shown.`]
        : []),
    ];
    return { html: sheets.map(sheetHtml).join('\n'), metadata: await officeMetadata(archive), warnings };
  },
});

const sheetHtml = ({ name, rows }: Sheet): string =>
  `<h2>${escapeHtml(name)}</h2>${tableHtml(rows.map((row) => Array.from(row, cellHtml)))}`;

function cellHtml(cell: Cell | undefined): TableCell {
  if (cell === undefined) return { html: '' };
  const html = escapeHtml(cell.text).replace(/\r?\n/g, '<br>');
  return { html: cell.href === undefined || html === '' ? html : `<a href="${escapeHtml(cell.href)}">${html}</a>` };
}
