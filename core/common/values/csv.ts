const asText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/**
 * Returns a CSV cell. Puts an apostrophe before anything that a spreadsheet might treat as a formula. Also quotes cells
 * that contain `;` or a tab, because some programs use these as separators.
 */
export function csvCell(value: unknown): string {
  const text = asText(value);
  const safe = /^[=+\-@;\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a CSV line, including the line break. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;
