/** Matches white space, an XML declaration or instruction, or a comment at the current position. */
const piece = /\s+|<\?[^>]*>|<!--(?:-?>|[\s\S]*?-->)/y;

/** Returns markup from its first tag or doctype on, past white space, XML declarations and comments. */
export function withoutProlog(markup: string): string {
  piece.lastIndex = 0;
  let end = 0;
  while (piece.test(markup)) end = piece.lastIndex;
  return markup.slice(end);
}
