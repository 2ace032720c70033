import { type Element, isTag, isText, type ParentNode } from 'domhandler';
import type { Metadata } from '../../../common/model';
import { INLINE_TAGS } from '../../documents/content/tags';
import { oneLine } from '../../documents/content/text';
import { findElements, isUnread, isWithin, textOf } from './page/text-of';
import { isSentence, sentencesIn } from './sentences';

const MAX_SENTENCES = 400;
const MAX_CHARS = 600;
const CJK = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;

interface Ranked {
  readonly text: string;
  readonly at: number;
  readonly words: ReadonlySet<string>;
  readonly first: boolean;
}

/** Elements whose text is not prose. */
const NOT_PROSE = new Set(['pre', 'code', 'nav', 'a', 'button', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'footer']);
const PROSE = new Set(['p', 'blockquote']);
/** Text directly inside an element not in `PROSE` counts as prose only if it has at least this many characters. */
const PROSE_CHARS = 40;
/** Text counts as prose only if at most this share of its words are linked. */
const LINK_SHARE = 0.5;

/** Sentences about terms, consent and rights. */
const LEGAL =
  /\b(?:cookies?|terms (?:of|and) \w+|privacy policy|all rights reserved|datenschutz\w*|nutzungsbedingungen|allgemeine geschäftsbedingungen|conditions (?:générales|d['’]utilisation)|politique de confidentialité|términos (?:y|de) \w+|política de privacidad|termini (?:e|di) \w+|informativa sulla privacy|privacybeleid|algemene voorwaarden)\b|©/iu;

/**
 * Summarizes content with its first sentence (usually a definition) and the most representative of its other sentences,
 * in their original order. If there are no sentences, returns the page's description or title.
 */
export function digestOf(content: ParentNode, { description, title }: Metadata = {}): string {
  const sentences = sentencesOf(content);
  const [lead] = sentences;
  if (!lead) return [description, title].find((text) => typeof text === 'string' && text !== '')?.toString() ?? '';
  const counts = new Map<string, number>();
  for (const { words } of sentences) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = sentences
    .slice(1)
    .map((one) => ({ one, score: scoreOf(one, counts, sentences.length) }))
    .sort((a, b) => b.score - a.score);
  const kept = [lead];
  let chars = lead.text.length;
  for (const { one } of ranked) {
    if (kept.length >= 4 || chars + one.text.length > MAX_CHARS) continue;
    if (kept.some((other) => overlap(one.words, other.words) > 0.6)) continue;
    kept.push(one);
    chars += one.text.length;
  }
  return kept
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join(CJK.test(lead.text) ? '' : ' ');
}

/**
 * Returns the complete sentences of a page's prose. Drops sentences about terms and rights, unless most sentences are
 * of that kind.
 */
function sentencesOf(content: ParentNode): readonly Ranked[] {
  const found: Ranked[] = [];
  for (const text of proseOf(content)) {
    for (const [index, sentence] of sentencesIn(text).entries()) {
      const isCjk = CJK.test(sentence);
      if (found.length >= MAX_SENTENCES || sentence.length < (isCjk ? 12 : 30) || sentence.length > 400) continue;
      if (!isSentence(sentence)) continue;
      found.push({ text: sentence, at: found.length, words: keyWords(sentence, isCjk), first: index === 0 });
    }
  }
  const others = found.filter(({ text }) => !LEGAL.test(text));
  return others.length * 2 >= found.length ? others : found;
}

function proseOf(content: ParentNode): readonly string[] {
  const blocks: Element[] = [];
  for (const element of findElements(content, isProse, 400)) {
    if (!blocks.some((block) => isWithin(element, block))) blocks.push(element);
  }
  // Quotes repeat what others wrote, so they count only if the page has no other prose.
  const own = blocks.filter((block) => !isInside(block, QUOTES));
  return (own.length > 0 ? own : blocks).flatMap(textsIn);
}

const QUOTES = new Set(['blockquote']);
/** Elements inside prose whose text does not belong to the sentences around them. */
const BESIDE_PROSE = new Set(['blockquote', 'pre', 'table', 'nav', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const MARKS = /^(?:[*_>~`\s]|#{1,6}\s)+|(?<![*_~`\s])[*_~`\s]+$/g;

/** Returns the texts of a block. Headings, inner blocks and empty lines separate texts. */
function textsIn(block: Element): readonly string[] {
  const parts: string[] = [];
  const visit = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (isText(child)) parts.push(child.data.replace(/\s+/g, ' '));
      if (!isTag(child) || isUnread(child) || HIDDEN_TEXT.has(child.name)) continue;
      if (child.name === 'br') parts.push('\n');
      else if (INLINE_TAGS.has(child.name)) visit(child);
      else {
        parts.push('\n\n');
        if (!BESIDE_PROSE.has(child.name)) visit(child);
        parts.push('\n\n');
      }
    }
  };
  visit(block);
  return parts
    .join('')
    .split(/\n\s*\n/)
    .map((text) => oneLine(text).replaceAll('\u00ad', '').replace(MARKS, ''))
    .filter((text) => text !== '');
}

const HIDDEN_TEXT = new Set(['script', 'style', 'template', 'svg', 'noscript', 'select', 'textarea']);

function isProse(element: Element): boolean {
  if (isInside(element, NOT_PROSE)) return false;
  if (PROSE.has(element.name)) return linkShare(element) <= LINK_SHARE;
  const own = element.children.reduce((sum, child) => sum + (isText(child) ? child.data.trim().length : 0), 0);
  return own >= PROSE_CHARS && linkShare(element) <= LINK_SHARE;
}

function isInside(element: Element, names: ReadonlySet<string>): boolean {
  for (let up: ParentNode | null = element; up; up = up.parent) if ('name' in up && names.has(up.name)) return true;
  return false;
}

function linkShare(element: Element): number {
  const linked = findElements(element, ({ name }) => name === 'a').reduce((sum, link) => sum + textOf(link).length, 0);
  return linked / Math.max(1, textOf(element).length);
}

/** Returns the words with at least four letters. For text without spaces, returns the character pairs. */
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
  // Words that occur in nearly all sentences, or in only one, carry no information.
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
