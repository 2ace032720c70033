/** Matches single characters separated by spaces. Wider gaps separate words. */
const SPACED = /^[^\s\p{M}]\p{M}*(?: {1,9}[^\s\p{M}]\p{M}*){1,200}$/u;
const LETTERS = /^\p{L}\p{M}*(?: {1,9}\p{L}\p{M}*){3,200}$/u;
/** Matches a line that starts with a letter-spaced word of at least four letters. Digits and punctuation may follow. */
const WORDS = /^(?:\p{L}\p{M}* ){3}\p{L}\p{M}*(?= |$)(?: {1,9}(?:\p{L}\p{M}*|[\p{N}\p{P}&]))*$/u;

interface Piece {
  readonly text: string;
  readonly size: number;
  readonly y: number;
}

/**
 * Joins the letters of letter-spaced words, e.g. in headings. Leaves parts of the alphabet such as `A B C D` unchanged.
 * Pieces of fewer than four characters are joined only on a line with other letter-spaced words.
 */
export function joinLetters<T extends Piece>(pieces: readonly T[], sameLine: (a: T, b: T) => boolean): readonly T[] {
  const words = pieces.filter((piece) => isSpacedWord(piece.text) || isInSpacedLine(piece, pieces, sameLine));
  if (words.length === 0) return pieces;
  return pieces.map((piece) => {
    const isBeside = (word: T): boolean => sameLine(word, piece) && Math.abs(word.size - piece.size) < 0.5;
    const isPart = SPACED.test(piece.text) && words.some(isBeside);
    return isPart ? { ...piece, text: piece.text.replace(/(?<! ) (?! )/g, '').replace(/ {2,}/g, ' ') } : piece;
  });
}

/** True for a three-letter word on a line that is entirely letter-spaced and contains another three-letter word. */
function isInSpacedLine<T extends Piece>(piece: T, pieces: readonly T[], sameLine: (a: T, b: T) => boolean): boolean {
  if (!isShortWord(piece)) return false;
  const line = pieces.filter((other) => other.text.trim() !== '' && sameLine(other, piece));
  return line.filter(isShortWord).length > 1 && line.every(({ text }) => text.length === 1 || SPACED.test(text));
}

const isShortWord = ({ text }: Piece): boolean => /^\p{L} {1,9}\p{L} {1,9}\p{L}$/u.test(text) && !isAlphabet(text);

const isSpacedWord = (text: string): boolean => (LETTERS.test(text) || WORDS.test(text)) && !isAlphabet(text);

function isAlphabet(text: string): boolean {
  const codes = Array.from(text.replaceAll(' ', ''), (letter) => letter.codePointAt(0) ?? 0);
  return codes.every((code, at) => at === 0 || code === (codes[at - 1] ?? 0) + 1);
}
