import { INDENT } from './model';

/** Context for escaping a line. Characters are escaped only where they could be read as markup. */
export interface EscapeScope {
  readonly link: boolean;
  /** True when the brackets in the text are balanced. Link text can then contain them unescaped. */
  readonly balanced?: boolean;
  readonly table: boolean;
  /** True when the line contains formulas. A single dollar sign could then start another formula. */
  readonly math: boolean;
  /** Number of backtick runs in the line, including those of code spans. */
  readonly ticks: number;
  /** Number of asterisks and underscores in the line, including emphasis delimiters. */
  readonly stars: number;
  readonly underscores: number;
  readonly tildes: number;
  /** True when the line contains a `>`. A `<` may then start a tag. */
  readonly closes: boolean;
}

const SPECIAL = /[\\`*_[\]<&~$|!]/;
const EACH_SPECIAL = /[\\`*_[\]<&~$|!]/g;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;
const ENTITY = /^&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/;
const SPACE = /^\s?$/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const PLAIN_PUNCTUATION = /\p{P}/u;

/** True for white space or the edge of a line. */
export const isSpace = (char: string): boolean => SPACE.test(char);

/** True for punctuation and symbols. Parsers disagree on symbols, so they count as punctuation here. */
export const isPunctuation = (char: string): boolean => PUNCTUATION.test(char);

/** True for a character that all parsers treat as white space, punctuation or the edge of a line. */
export const isBoundary = (char: string): boolean =>
  SPACE.test(char) || PLAIN_PUNCTUATION.test(char) || /[$+<=>^`|~]/.test(char);

const isWordChar = (char: string): boolean => !isSpace(char) && !isPunctuation(char);

function needsEscape(char: string, before: string, after: string, rest: string, scope: EscapeScope): boolean {
  switch (char) {
    case '\\':
      return ASCII_PUNCTUATION.test(after) || after === '\n';
    case '`':
      return scope.ticks > 1;
    case '*':
      return scope.stars > 1 && !(isSpace(before) && isSpace(after));
    case '_':
      return (
        scope.underscores > 1 && !(isSpace(before) && isSpace(after)) && !(isWordChar(before) && isWordChar(after))
      );
    case '[':
      return (scope.link && !scope.balanced) || after === '^';
    case ']':
      return (scope.link && !scope.balanced) || after === '(';
    case '<':
      // At the start of a line, text that looks like a tag starts an HTML block, even if the tag is not closed.
      return (scope.closes || before === '' || before === '\n') && /[A-Za-z/!?]/.test(after);
    case '&':
      return ENTITY.test(rest);
    case '~':
      return before === '~' || after === '~' || (scope.tildes > 1 && !isSpace(before));
    case '$':
      return scope.math;
    case '|':
      return scope.table;
    case '!':
      return after === '[' && rest.length === 1;
    default:
      return false;
  }
}

/** Escapes inline markup. `before` and `after` are the adjacent characters. */
export function escapeText(text: string, before: string, after: string, scope: EscapeScope): string {
  if (!SPECIAL.test(text)) return text;
  const balanced =
    scope.link && isBalanced(text, '[', ']') && !/\][([]|\]$/.test(text.replace(/\]$/, after === ']' ? '' : ']'));
  const within = balanced ? { ...scope, balanced } : scope;
  return text.replace(EACH_SPECIAL, (char, at: number) => {
    const previous = at > 0 ? (text[at - 1] ?? '') : before;
    const next = at + 1 < text.length ? (text[at + 1] ?? '') : after;
    return needsEscape(char, previous, next, text.slice(at, at + 36), within) ? `\\${char}` : char;
  });
}

const DELIMITER_ROW = /^(?=[|: \t]*-)[|:\- \t]+$/;
const LINE_STARTS: Readonly<Record<string, RegExp>> = {
  '#': /^#{1,6}(?:[ \t]|$)/,
  '>': /^>/,
  '-': /^-(?:[ \t]|$)|^(?:-[ \t]*){3,}$/,
  '+': /^\+(?:[ \t]|$)/,
  '*': /^\*(?:[ \t]|$)|^(?:\*[ \t]*){3,}$/,
  _: /^(?:_[ \t]*){3,}$/,
  '~': /^~{3,}/,
  '`': /^`{3,}[^`]*$/,
  '[': /^\[[^[\]\n]*\]:/,
};

/** Escapes block markup at the start of a line. */
export function escapeLineStart(line: string, firstLine: boolean, inItem: boolean): string {
  const first = line[0] ?? '';
  // Replaces an ideographic indent with a character reference, because parsers trim white space at the start of a
  // paragraph.
  if (first === INDENT && firstLine) return `&#12288;${line.slice(1)}`;
  if (LINE_STARTS[first]?.test(line)) return `\\${line}`;
  if (first >= '0' && first <= '9') return line.replace(/^(\d{1,9})([.)])(?=[ \t]|$)/, '$1\\$2');
  if (first === '[' && inItem && firstLine && /^\[[ xX]\](?:\s|$)/.test(line)) return `\\${line}`;
  if (!firstLine && (/^=+[ \t]*$/.test(line) || DELIMITER_ROW.test(line))) return `\\${line}`;
  return line;
}

/** Characters that must be escaped in a Markdown URL. */
const ODD_IN_ADDRESS = /[\s\p{Cc}\\<>&()]/u;

/** Escapes the URL of a link or image. */
function escapeDestination(address: string): string {
  if (address === '<Base64-Image-Removed>') return address;
  const trimmed = address.trim();
  if (!ODD_IN_ADDRESS.test(trimmed)) return trimmed;
  const plain = trimmed
    .replace(/[\s\p{Cc}]+/gu, '%20')
    .replace(/\\/g, '%5C')
    .replace(/</g, '%3C')
    .replace(/>/g, '%3E')
    .replace(/&(?=(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)/g, '\\&');
  return isBalanced(plain, '(', ')') ? plain : plain.replace(/[()]/g, '\\$&');
}

function isBalanced(text: string, open: string, close: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === open) depth++;
    else if (char === close) depth--;
    if (depth < 0 || depth > 30) return false;
  }
  return depth === 0;
}

/** Returns the parenthesized part of a link or image, which contains the URL and the title. */
export function target(address: string | undefined, title: string | undefined): string {
  const plain = escapeDestination(address ?? '');
  const quoted = titlePart(title);
  return `(${plain === '' && quoted !== '' ? '<>' : plain}${quoted})`;
}

/** Returns a space and the quoted title, or an empty string if there is no title. */
function titlePart(title: string | undefined): string {
  const text = title?.replace(/\s+/g, ' ').trim() ?? '';
  if (text === '') return '';
  return ` "${text.replace(/\\(?=[!-/:-@[-`{-~])|"/g, '\\$&').replace(/&(?=[A-Za-z#][A-Za-z0-9]*;)/g, '\\&')}"`;
}
