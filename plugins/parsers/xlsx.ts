import { brokenDocument, defineParser, escapeHtml, officeMetadata, openOfficeFile } from '../../core/contract/plugin';

const MAX_CELLS = 500_000;

/** `xlsx`: every sheet of an Excel file as a heading and a table. */
export default defineParser({
  id: 'xlsx',
  summary: 'Reads Excel sheets as tables.',
  mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  extensions: ['.xlsx'],
  async parse(bytes, { url }) {
    const archive = await openOfficeFile(bytes, url);
    const { default: readSheets } = await import('read-excel-file/universal');
    const sheets = await readSheets(new Blob([bytes as Uint8Array<ArrayBuffer>])).catch((error: unknown) => {
      throw brokenDocument(url, error);
    });
    let cells = 0;
    let cut = 0;
    const parts = sheets.map(({ sheet, data }) => {
      const rows = data
        .filter((row) => row.some((cell) => cell !== null))
        .map((row) => {
          cells += row.length;
          return cells <= MAX_CELLS ? row : undefined;
        });
      const kept = rows.filter((row) => row !== undefined);
      cut += rows.length - kept.length;
      return sheetHtml(String(sheet), kept);
    });
    const warnings = cut > 0 ? [`The sheets were cut after ${MAX_CELLS} cells; ${cut} rows are missing.`] : [];
    return { html: parts.join('\n'), metadata: await officeMetadata(archive), warnings };
  },
});

function sheetHtml(name: string, rows: readonly (readonly unknown[])[]): string {
  const table = rows
    .map((row, at) => `<tr>${row.map((cell) => cellHtml(cell, at === 0 ? 'th' : 'td')).join('')}</tr>`)
    .join('\n');
  return `<h2>${escapeHtml(name)}</h2>${table === '' ? '' : `<table>${table}</table>`}`;
}

function cellHtml(cell: unknown, tag: string): string {
  const text =
    cell instanceof Date ? cell.toISOString().replace(/T00:00:00\.000Z$/, '') : cell === null ? '' : String(cell);
  return `<${tag}>${escapeHtml(text).replace(/\r?\n/g, '<br>')}</${tag}>`;
}
