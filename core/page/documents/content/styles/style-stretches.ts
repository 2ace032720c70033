/** Matches the characters that begin or end blocks, strings and escapes. */
const SIGN = /[{}"'\\]/g;
const [OPENING, CLOSING, BACKSLASH, NEW_LINE, STAR, SLASH] = [0x7b, 0x7d, 0x5c, 0x0a, 0x2a, 0x2f];

/** The text of a style sheet between two braces, and whether the second brace is an opening one. */
interface Stretch {
  readonly text: string;
  readonly isOpening: boolean;
}

/**
 * Splits the first `maxChars` characters of a style sheet at the braces that are outside comments, strings and escapes.
 * The end of the sheet counts as a closing brace. `parts` are consecutive parts of the sheet.
 */
export function* stretchesIn(parts: readonly string[], maxChars: number): Generator<Stretch> {
  let sheet = '';
  for (const { text, isLast } of withoutComments(parts, maxChars)) {
    sheet += text;
    let from = 0;
    for (let at = nextBrace(sheet, from, isLast); at >= 0; at = nextBrace(sheet, from, isLast)) {
      yield { text: sheet.slice(from, at), isOpening: sheet.charCodeAt(at) === OPENING };
      from = at + 1;
    }
    sheet = sheet.slice(from);
  }
  yield { text: sheet, isOpening: false };
}

/** A part of a style sheet. */
interface Part {
  readonly text: string;
  readonly isLast: boolean;
}

/** Removes the comments from a style sheet. An unclosed comment extends to the end. */
function* withoutComments(parts: readonly string[], maxChars: number): Generator<Part> {
  let [charsLeft, held, isInside] = [maxChars, '', false];
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1 || part.length >= charsLeft;
    const text = (isInside ? '/*' : '') + held + part.slice(0, charsLeft);
    charsLeft -= part.length;
    // The last characters of a part may be the first half of a comment delimiter.
    const end = isLast ? text.length : endOfCertainText(text, isInside ? 2 : 0);
    held = text.slice(end);
    const [first = '', ...comments] = text.slice(0, end).split('/*');
    isInside = comments.length > 0 && !comments.at(-1)?.includes('*/');
    yield { text: first + comments.map(afterComment).join(''), isLast };
    if (isLast) return;
  }
}

const afterComment = (text: string): string => (text.includes('*/') ? text.slice(text.indexOf('*/') + 2) : '');

/**
 * Returns the index after the last character that is neither a slash nor a star, but at least `min`. Later characters
 * may belong to a comment delimiter.
 */
function endOfCertainText(text: string, min: number): number {
  let end = text.length;
  while (end > min && (text.charCodeAt(end - 1) === STAR || text.charCodeAt(end - 1) === SLASH)) end--;
  return end;
}

/**
 * Returns the index of the next brace outside strings and escapes. Returns -1 without such a brace, or if an open string
 * may continue in the next part of the sheet.
 */
function nextBrace(sheet: string, from: number, isLast: boolean): number {
  SIGN.lastIndex = from;
  while (SIGN.test(sheet)) {
    const at = SIGN.lastIndex - 1;
    const code = sheet.charCodeAt(at);
    if (code === OPENING || code === CLOSING) return at;
    const end = code === BACKSLASH ? at + 1 : endOfString(sheet, at, code);
    if (end < 0 && !isLast) return -1;
    SIGN.lastIndex = 1 + (end < 0 ? at : end);
  }
  return -1;
}

/** Returns the index of the closing quotation mark, `start` if the line ends first, or -1 if the text ends first. */
function endOfString(sheet: string, start: number, quote: number): number {
  for (let at = start + 1; at < sheet.length; at++) {
    const code = sheet.charCodeAt(at);
    if (code === quote) return at;
    if (code === NEW_LINE) return start;
    if (code === BACKSLASH) at++;
  }
  return -1;
}
