import type { ParentNode } from 'domhandler';
import { findElements, textOf } from './page/text-of';

const SENTENCE = /[^.!?。！？]+(?:[.!?](?=\d)[^.!?。！？]*)*[.!?。！？]+["”»’)\]]*\s*|[^.!?。！？]+$/gu;
const MAX_SENTENCES = 400;
const MAX_CHARS = 600;
const CJK = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;

interface Ranked {
  readonly text: string;
  readonly at: number;
  readonly words: ReadonlySet<string>;
  readonly first: boolean;
}

/**
 * Summarizes content: returns its most representative sentences in original order. Prefers sentences that share many
 * words with the others, and early ones.
 */
export function digestOf(content: ParentNode): string {
  const sentences = sentencesOf(content);
  if (sentences.length === 0) return textOf(content).slice(0, MAX_CHARS);
  const counts = new Map<string, number>();
  for (const { words } of sentences) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const scored = sentences
    .map((one) => ({ one, score: scoreOf(one, counts, sentences.length) }))
    .sort((a, b) => b.score - a.score);
  const kept: Ranked[] = [];
  let chars = 0;
  for (const { one } of scored) {
    if (kept.length >= 4 || chars + one.text.length > MAX_CHARS) continue;
    if (kept.some((other) => overlap(one.words, other.words) > 0.6)) continue;
    kept.push(one);
    chars += one.text.length;
  }
  if (kept.length === 0) return (sentences[0]?.text ?? '').slice(0, MAX_CHARS);
  return kept
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join(CJK.test(kept[0]?.text ?? '') ? '' : ' ');
}

function sentencesOf(content: ParentNode): readonly Ranked[] {
  const blocks = findElements(content, ({ name }) => name === 'p' || name === 'blockquote', 200).map(textOf);
  const texts = blocks.filter((text) => text.length > 40).length > 0 ? blocks : [textOf(content)];
  const found: Ranked[] = [];
  for (const text of texts) {
    for (const [index, match] of [...text.matchAll(SENTENCE)].entries()) {
      const sentence = match[0].trim();
      const isCjk = CJK.test(sentence);
      if (found.length >= MAX_SENTENCES || sentence.length < (isCjk ? 12 : 30) || sentence.length > 400) continue;
      found.push({ text: sentence, at: found.length, words: keyWords(sentence, isCjk), first: index === 0 });
    }
  }
  return found;
}

/** Returns words of four or more letters; character pairs in text without spaces. */
function keyWords(text: string, isCjk: boolean): ReadonlySet<string> {
  if (!isCjk) return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
  const signs = text.match(/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]+/g) ?? [];
  return new Set(
    signs.flatMap((run) => Array.from({ length: Math.max(0, run.length - 1) }, (_, at) => run.slice(at, at + 2))),
  );
}

function scoreOf({ words, at, first }: Ranked, counts: ReadonlyMap<string, number>, total: number): number {
  if (words.size === 0) return 0;
  let sum = 0;
  // Words in nearly all sentences, or in only one, carry no information.
  for (const word of words) {
    const count = counts.get(word) ?? 0;
    if (count > 1 && count < total * 0.6 + 1) sum += Math.log2(1 + count);
  }
  const early = 1 + 0.6 / (1 + at / 3);
  return (sum / Math.sqrt(words.size)) * early * (first ? 1.15 : 1);
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / Math.max(1, Math.min(a.size, b.size));
}
