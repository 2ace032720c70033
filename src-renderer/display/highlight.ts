/** A token of source code, with a kind that determines its colour. Plain text has no kind. */
export interface Piece {
  readonly text: string;
  readonly kind?: 'tag' | 'name' | 'value' | 'quiet';
}

/** Languages that can be highlighted. */
export type Language = 'html' | 'json' | 'text';

/** Maximum length of text to highlight. Longer text is not highlighted, so that the window does not freeze. */
const maxHighlightedChars = 200_000;

/** Splits source code into tokens. Never interprets the code as markup. */
export function highlight(text: string, language: Language): readonly Piece[] {
  if (language === 'text' || text.length > maxHighlightedChars) return [{ text }];
  return language === 'json' ? jsonPieces(text) : htmlPieces(text);
}

function jsonPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let last = 0;
  for (const match of text.matchAll(/("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g)) {
    if (match.index > last) pieces.push({ text: text.slice(last, match.index) });
    if (match[2]) pieces.push({ text: match[1] ?? '', kind: 'tag' }, { text: match[2] });
    else pieces.push({ text: match[0], kind: match[1] ? 'value' : 'name' });
    last = match.index + match[0].length;
  }
  pieces.push({ text: text.slice(last) });
  return pieces;
}

function htmlPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    if (open < 0) break;
    if (open > at) pieces.push({ text: text.slice(at, open) });
    const comment = text.startsWith('<!--', open);
    const close = text.indexOf(comment ? '-->' : '>', open);
    // After an unclosed tag or comment, the rest is plain text. This guarantees linear time on hostile pages.
    at = close < 0 ? text.length : close + (comment ? 3 : 1);
    const tag = text.slice(open, at);
    if (comment || close < 0) pieces.push({ text: tag, kind: 'quiet' });
    else pieces.push(...tagPieces(tag));
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

function tagPieces(tag: string): readonly Piece[] {
  const head = /^<\/?[^\s>/]*/.exec(tag)?.[0] ?? '<';
  const pieces: Piece[] = [{ text: head, kind: 'tag' }];
  for (const match of tag.slice(head.length).matchAll(/"[^"]*"|'[^']*'|[^\s"'=>]+|[\s=>"']/g)) {
    const part = match[0];
    const kind = /^["'].+/.test(part) ? 'value' : /^[\s="']$/.test(part) ? undefined : part === '>' ? 'tag' : 'name';
    pieces.push(kind ? { text: part, kind } : { text: part });
  }
  return pieces;
}
