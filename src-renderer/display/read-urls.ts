import { parse } from 'csv-parse/browser/esm/sync';
import { webAddress } from '../../core/common/api/target-url';
import { t } from '../texts/i18n';

/** Distinct valid URLs from a list of entries, the invalid entries, and the number of duplicates. */
export interface ReadUrls {
  readonly urls: readonly string[];
  readonly invalid: readonly { readonly line: number; readonly text: string; readonly why: string }[];
  readonly duplicates: number;
}

/** Separates valid URLs from invalid entries. Ignores empty entries. */
export function sortUrls(entries: readonly string[]): ReadUrls {
  const urls = new Set<string>();
  const invalid: { line: number; text: string; why: string }[] = [];
  let duplicates = 0;
  entries.forEach((entry, index) => {
    if (entry.trim() === '') return;
    const url = webAddress(entry);
    if (url === undefined) invalid.push({ line: index + 1, text: entry, why: t('form.notWebAddress') });
    else if (urls.has(url)) duplicates += 1;
    else urls.add(url);
  });
  return { urls: [...urls], invalid, duplicates };
}

/** Splits a pasted list with one URL per line. Spaces, commas and semicolons also separate entries. */
export const pastedEntries = (text: string): readonly string[] => text.split(/[\s,;]+/);

/** A table read from a CSV file. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Index of the column that most likely contains the URLs. */
  readonly guess: number;
}

const looksLikeUrl = (text: string | undefined): boolean => /^\s*(https?:\/\/|www\.)\S+/i.test(text ?? '');

/** Returns the most frequent separator in the first line. */
function separatorOf(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  return [',', ';', '\t'].toSorted((one, other) => first.split(other).length - first.split(one).length)[0] ?? ',';
}

/** Reads a CSV file. If the first row contains no URL, treats the row as the header. */
export function readCsv(text: string): CsvTable {
  const rows: string[][] = parse(text, {
    bom: true,
    delimiter: separatorOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const [first = []] = rows;
  const named = !first.some(looksLikeUrl) && rows.length > 1;
  const body = named ? rows.slice(1) : rows;
  const hits = Array.from(
    { length: width },
    (_, at) => body.slice(0, 500).filter((row) => looksLikeUrl(row[at])).length,
  );
  const most = Math.max(0, ...hits);
  const byName = named ? first.findIndex((name) => /^(url|address|link|website|page)s?$/i.test(name.trim())) : -1;
  return {
    columns: Array.from(
      { length: width },
      (_, at) => (named && first[at]?.trim()) || t('form.nthColumn', { at: at + 1 }),
    ),
    rows: body,
    guess: most > 0 ? hits.indexOf(most) : Math.max(0, byName),
  };
}
