/** Keys and tokens with a recognizable format. `\\?` allows for escapes in Markdown. */
export const secretForms: readonly RegExp[] = [
  /\beyJ[\w-]{8,2000}\.eyJ[\w-]{8,8000}\.[\w-]{8,2000}/g,
  /\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[0-9A-Z]{16}\b/g,
  /\bgh[pousr]\\?_[A-Za-z0-9]{36,255}/g,
  /\bgithub\\?_pat\\?_[\w\\]{30,255}/g,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,250}/g,
  /\b[spr]k\\?_(?:live|test)\\?_[A-Za-z0-9]{16,250}/g,
  /\bAIza[\w-]{35}/g,
  /\bsk-(?:[a-z]{2,10}\d{0,2}-){0,3}[\w-]{20,250}/g,
  /\bgl(?:pat|rt|dt|soat)-[\w-]{20,64}/g,
  /\bnpm\\?_[A-Za-z0-9]{36}\b/g,
  /\bSG\.[\w-]{16,32}\.[\w-]{32,64}/g,
  /\bhf\\?_[A-Za-z0-9]{30,64}/g,
  /\b(?:AC|SK)[0-9a-f]{32}\b/g,
  /\b\d{8,10}:AA[\w-]{33}/g,
];

/** Labels of secrets. The group captures the value. */
export const labelledSecret =
  /\b(?:api[ _-]?key|(?:client[ _-]?|app[ _-]?)?secret(?:[ _-]?(?:access[ _-]?)?key)?|(?:access|auth|bearer)[ _-]?(?:token|key)|token|pass(?:word|wd|wort|phrase)|pwd|authorization: bearer)["'`*]{0,3}[ \t]{0,3}[:=][ \t]{0,3}["'`*]{0,3}(?:Bearer )?[ \t]{0,3}([^\s"'`,;<>]{8,500})/gi;

/** Matches words of letters, digits and a few symbols that have the usual length of a key. */
export const longWord = /(?<![\w/+=.%#?&-])[A-Za-z0-9_+/-]{24,200}={0,2}(?![\w/+=.%-])/g;

/**
 * True for a word that looks random, as a key does: it contains upper-case letters, lower-case letters and digits, has
 * no recognizable pattern, and has an entropy of at least `minBits` per character.
 */
export function isRandom(word: string, minBits: number): boolean {
  if (!/[a-z]/.test(word) || !/[A-Z]/.test(word) || (word.match(/\d/g)?.length ?? 0) < 3) return false;
  if (/^\/|\/\/|[a-z]{7}|[A-Z]{7}|--/.test(word) || (word.match(/[/_-]/g)?.length ?? 0) > word.length / 6) return false;
  return entropy(word) >= minBits;
}

/** Returns the Shannon entropy of a word, in bits per character. */
function entropy(word: string): number {
  const counts = new Map<string, number>();
  for (const sign of word) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / word.length) * Math.log2(count / word.length), 0);
}

/** First line of a private key. */
export const privateKeyHead = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g;
