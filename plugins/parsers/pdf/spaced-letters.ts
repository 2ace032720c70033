/** Matches single characters separated by spaces. Wider gaps separate words. */
const SPACED = /^[^\s\p{M}]\p{M}*(?: {1,9}[^\s\p{M}]\p{M}*){1,200}$/u;
const LETTERS = /^\p{L}\p{M}*(?: {1,9}\p{L}\p{M}*){3,200}$/u;
/** Matches a line that also contains digits or punctuation but starts with a word of at least four letters. */
const WORDS = /^(?:\p{L}\p{M}* ){3,}\p{L}\p{M}*(?= |$)(?: {1,9}(?:\p{L}\p{M}*|[\p{N}\p{P}&]))*$/u;

interface Piece {
  readonly text: string;
  readonly size: number;
  readonly y: number;
}

/**
 * Joins the letters of letter-spaced words, e.g. in headings. Leaves parts of the alphabet such as `A B C D` unchanged.
 * Pieces of fewer than four characters count only on the same line as a longer letter-spaced word.
 */
export function joinLetters<T extends Piece>(pieces: readonly T[], sameLine: (a: T, b: T) => boolean): readonly T[] {
  const words = pieces.filter(({ text }) => isSpacedWord(text));
  if (words.length === 0) return pieces;
  return pieces.map((piece) => {
    const isBeside = (word: T): boolean => sameLine(word, piece) && Math.abs(word.size - piece.size) < 0.5;
    const isPart = SPACED.test(piece.text) && (isSpacedWord(piece.text) || words.some(isBeside));
    return isPart ? { ...piece, text: piece.text.replace(/(?<! ) (?! )/g, '').replace(/ {2,}/g, ' ') } : piece;
  });
}

function isSpacedWord(text: string): boolean {
  if (!LETTERS.test(text) && !WORDS.test(text)) return false;
  const codes = Array.from(text.replaceAll(' ', ''), (letter) => letter.codePointAt(0) ?? 0);
  return codes.some((code, at) => at > 0 && code !== (codes[at - 1] ?? 0) + 1);
}
