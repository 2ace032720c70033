/** Returns the column that a name refers to: the column with this name or, ignoring case, the only match. */
export function columnIn(name: string, columns: readonly string[]): string | undefined {
  if (columns.includes(name)) return name;
  const matches = columns.filter((column) => column.toLowerCase() === name.trim().toLowerCase());
  return matches.length === 1 ? matches[0] : undefined;
}
