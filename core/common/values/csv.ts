const asText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/**
 * A cell of a CSV file; what a spreadsheet would take for a formula gets an apostrophe in front, and what some take for
 * the end of a cell (`;` and tab) is quoted.
 */
export function csvCell(value: unknown): string {
  const text = asText(value);
  const safe = /^[=+\-@;\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of a CSV file, its end included. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;
