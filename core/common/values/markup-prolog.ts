/** Matches white space, an XML declaration or processing instruction, or a comment at the current position. */
const piece = /\s+|<\?[^>]*>|<!--(?:-?>|[\s\S]*?-->)/y;

/** Returns markup without any leading white space, XML declarations or comments. */
export function withoutProlog(markup: string): string {
  piece.lastIndex = 0;
  let end = 0;
  while (piece.test(markup)) end = piece.lastIndex;
  return markup.slice(end);
}
