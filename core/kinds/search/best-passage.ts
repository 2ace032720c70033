/** Maximum length of a passage, in characters. */
const maxChars = 400;
/** Maximum number of paragraphs to compare. */
const maxParagraphs = 2000;

/** Removes plural endings from a word, so that singular and plural match. */
const stem = (word: string): string =>
  word.length > 4 ? word.replace(/ies$/, 'y').replace(/s$/, '').replace(/e$/, '') : word;

const wordsOf = (text: string): readonly string[] => (text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []).map(stem);

/** Converts Markdown to plain text. Links become their text, and images and markup are removed. */
const plain = (text: string): string =>
  text
    .replace(/!\[[^[\]]*\]\([^()[]*\)/g, '')
    .replace(/\[([^[\]]*)\]\([^()[]*\)/g, '$1')
    .replace(/^[#>\s*+-]+|[*_`|]/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Returns the paragraph on a page that best matches a query. Rare query words count most. Undefined when no paragraph
 * matches.
 */
export function bestPassage(markdown: string, query: string): string | undefined {
  const asked = [...new Set(wordsOf(query.replace(/-?\b(?:site|filetype):\S+/g, '')))];
  const paragraphs = markdown
    .split(/\n\s*\n/, maxParagraphs)
    .map(plain)
    .filter((text) => text.length > 20);
  const words = paragraphs.map((text) => new Set(wordsOf(text)));
  const weight = new Map(asked.map((word) => [word, 1 / (1 + words.filter((set) => set.has(word)).length)]));
  let best: { readonly text: string; readonly score: number } | undefined;
  for (const [index, text] of paragraphs.entries()) {
    const found = asked.filter((word) => words[index]?.has(word));
    const score = found.length + found.reduce((sum, word) => sum + (weight.get(word) ?? 0), 0);
    if (found.length > 0 && score > (best?.score ?? 0)) best = { text, score };
  }
  if (!best || best.text.length <= maxChars) return best?.text;
  const first = Math.min(...asked.map((word) => best.text.toLowerCase().indexOf(word)).filter((at) => at >= 0));
  const start = first > maxChars - 100 ? Math.max(0, best.text.lastIndexOf('. ', first) + 2) : 0;
  const cut = best.text.slice(start, start + maxChars);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`;
}
