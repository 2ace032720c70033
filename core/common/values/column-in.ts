/** Returns the column with the given name, or else the only column whose name matches when case is ignored. */
export function columnIn(name: string, columns: readonly string[]): string | undefined {
  if (columns.includes(name)) return name;
  const matches = columns.filter((column) => column.toLowerCase() === name.trim().toLowerCase());
  return matches.length === 1 ? matches[0] : undefined;
}
