import { CsvError, parse } from 'csv-parse/sync';
import { AppError, decodePlainText, defineParser, escapeHtml } from '../../core/contract/plugin';

const MAX_CELLS = 500_000;

/**
 * `csv`: comma-, semicolon-, tab- or pipe-separated values as a single table. All cells, including formulas, are
 * treated as text.
 */
export default defineParser({
  id: 'csv',
  summary: 'Shows comma- or tab-separated values as a table.',
  mediaTypes: ['text/csv', 'application/csv', 'text/tab-separated-values', 'text/x-csv'],
  extensions: ['.csv', '.tsv', '.tab'],
  async parse(bytes, { charset, url }) {
    const { text } = decodePlainText(bytes, charset);
    const rows = readRows(text, url);
    const columns = rows.reduce((most, row) => Math.max(most, row.length), 1);
    const kept = rows.slice(0, Math.max(1, Math.floor(MAX_CELLS / columns)));
    const warnings =
      kept.length < rows.length ? [`The table was truncated after ${kept.length} of ${rows.length} rows.`] : [];
    const html = `<table>${kept.map((row, at) => rowHtml(row, at === 0 ? 'th' : 'td')).join('\n')}</table>`;
    return { html: kept.length === 0 ? '' : html, metadata: {}, warnings };
  },
});

/** Matches a first line such as `sep=;`, which sets the separator for Excel. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

function readRows(file: string, url: string): readonly string[][] {
  const told = SEPARATOR_LINE.exec(file);
  const text = file.slice(told?.[0].length ?? 0);
  const delimiter = told?.[1] ?? delimiterOf(text);
  try {
    return parse(text, { delimiter, relax_quotes: true, relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('SCRAPE_DOCUMENT_BROKEN', `The table at ${url} is damaged: ${error.message}`, { cause: error });
  }
}

/** Returns the separator that occurs most often in the first line. */
function delimiterOf(text: string): string {
  const line = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? '';
  const plain = line.replace(/"[^"]*"/g, '');
  const count = (sign: string): number => plain.split(sign).length;
  return ['\t', ';', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}

const rowHtml = (row: readonly string[], tag: 'th' | 'td'): string =>
  `<tr>${row.map((cell) => `<${tag}>${escapeHtml(cell).replace(/\r?\n/g, '<br>')}</${tag}>`).join('')}</tr>`;
