/**
 * Tokens per UTF-16 code unit, by range of code units (`end` is exclusive). Measured with the tokenizers of Llama 3 and
 * GPT-4. Older tokenizers need more tokens for non-Latin scripts. An emoji has two units.
 */
const tokensPerUnit: readonly (readonly [end: number, tokens: number])[] = [
  [0x21, 0],
  [0x30, 0.7],
  // Digits, often separate tokens
  [0x3a, 0.8],
  [0x41, 0.7],
  // Capitals
  [0x5b, 0.4],
  [0x61, 0.7],
  [0x7b, 0.24],
  [0x80, 0.7],
  // Latin with diacritics
  [0x370, 0.9],
  // Greek
  [0x400, 0.9],
  // Cyrillic
  [0x530, 0.45],
  // Hebrew, Arabic, Indic scripts, Thai
  [0x800, 0.8],
  [0x1e00, 0.9],
  // Vietnamese
  [0x2000, 0.9],
  // Symbols, CJK, Hangul
  [0xd800, 1],
  [0x10000, 1.2],
];

/**
 * Tokens for a punctuation mark or symbol that follows another one. A run of such characters is often a single token.
 */
const runTokens = 0.3;

function tokensOfUnit(unit: number): number {
  return tokensPerUnit.find(([end]) => unit < end)?.[1] ?? 1;
}

const asciiTokens = Float32Array.from({ length: 0x80 }, (_, unit) => tokensOfUnit(unit));
const isSign = (unit: number): boolean => asciiTokens[unit] === asciiTokens[0x21];

/** Estimates the number of tokens in a text from its writing systems. */
export function tokensOf(text: string): number {
  let [tokens, before] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    // A single space belongs to the token of the next word. Only additional white space is counted.
    if (unit === 0x0a || (unit <= 0x20 && before <= 0x20)) tokens += 0.25;
    else if (unit < 0x80) tokens += isSign(unit) && isSign(before) ? runTokens : (asciiTokens[unit] ?? 0);
    else tokens += tokensOfUnit(unit);
    before = unit;
  }
  return Math.ceil(tokens);
}
