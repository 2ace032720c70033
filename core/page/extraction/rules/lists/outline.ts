import { type Element, isTag, isText, type ParentNode } from 'domhandler';
import { excerptOf, type ListSighting, type Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { findElements, isWithin, parentOf } from '../page/text-of';
import type { Line } from '../page/view';
import type { Field } from '../schema/field';

const HEADINGS = /^(?:(?:sub)?headings?|headers|outline|toc|table of contents|überschriften)$/;
const SECTIONS = /^(?:sections?(?: (?:titles?|headings?|names?))?|chapters?|abschnitte|kapitel)$/;
const CODE = /^(?:codes?(?: (?:blocks?|examples?|samples?|snippets?))?|snippets?|commands?)$/;
const weight = 0.5;

/** Returns a page's headings or code blocks if a field's name requests them. */
export function outlineSightings({ words, concept, name }: Field, evidence: Evidence): readonly ListSighting[] {
  const key = words.join(' ');
  const isSection = SECTIONS.test(key);
  if (concept && !isSection) return [];
  const entries = HEADINGS.test(key)
    ? headings(evidence)
    : isSection
      ? topOf(headings(evidence))
      : CODE.test(key) || CODE.test(name)
        ? codeBlocks(evidence)
        : [];
  return entries.length > 0 ? [{ weight, entries }] : [];
}

/** Returns headings below the headline in the main part of the page, else the bold lines between paragraphs. */
function headings({ view }: Evidence): readonly Sighting[] {
  const { headline, headlineAt } = view;
  const article = headline && closest(headline, 'article');
  const inside = view.lines.filter(
    ({ node, flags }, at) =>
      at > (headline ? headlineAt : -1) &&
      node !== headline &&
      !(flags & (OUTSIDE | flag.headline | flag.header | flag.hidden | flag.review)) &&
      (!article || isWithin(node, article)),
  );
  const tagged = inside.filter(({ node }) => /^h[2-6]$/.test(node.name));
  const found = tagged.length > 0 ? tagged : inside.filter((line, at) => isBoldHeading(line, inside[at + 1]));
  return found.map(({ text, node }) => ({ raw: text, weight, kind: 'heading', node, excerpt: excerptOf(text) }));
}

const maxBold = 80;
const minParagraph = 60;

/** True for a short bold paragraph above a paragraph of text. */
const isBoldHeading = ({ text, node, flags }: Line, next: Line | undefined): boolean =>
  node.name === 'p' &&
  (flags & flag.bold) !== 0 &&
  text.length <= maxBold &&
  !/[.:!]$/.test(text) &&
  next?.node.name === 'p' &&
  !(next.flags & flag.bold) &&
  next.text.length >= minParagraph;

function closest(node: Element, name: string): Element | undefined {
  let up: Element | undefined = node;
  while (up && up.name !== name) up = parentOf(up);
  return up;
}

/** Returns only the headings of the highest level that occurs among the given headings. */
function topOf(found: readonly Sighting[]): readonly Sighting[] {
  const top = found.map(({ node }) => node?.name ?? '').toSorted()[0];
  return found.filter(({ node }) => node?.name === top);
}

const codeBlocks = ({ document, view }: Evidence): readonly Sighting[] =>
  findElements(document, ({ name }) => name === 'pre', 100).flatMap((node): readonly Sighting[] => {
    const line = view.lines[view.firstLine.get(node) ?? -1];
    const raw = codeOf(node).trim();
    // Line numbers are often in a block of their own.
    return /^[\d\s]*$/.test(raw) || (line && line.flags & OUTSIDE)
      ? []
      : [{ raw, weight, kind: 'text', node, excerpt: excerptOf(raw), isVerbatim: true }];
  });

/** Returns the code in an element. Some highlighters end lines with `br` instead of a line feed. */
const codeOf = (node: ParentNode): string =>
  node.children
    .map((child) => (isText(child) ? child.data : !isTag(child) ? '' : child.name === 'br' ? '\n' : codeOf(child)))
    .join('');

/** Returns the first code block, with its line breaks and indentation, if the field's name requests code. */
export const firstCode = ({ words, name }: Field, evidence: Evidence): readonly Sighting[] =>
  CODE.test(words.join(' ')) || CODE.test(name) ? codeBlocks(evidence).slice(0, 1) : [];

/** Returns the single-line code blocks with the maximum number of words in common with the field's name, e.g. `pip`. */
export function commands(evidence: Evidence, words: readonly string[]): readonly Sighting[] {
  const found = codeBlocks(evidence).filter(({ raw }) => !String(raw).includes('\n'));
  const counts = found.map(({ raw }) => wordsOf(String(raw)).filter((word) => words.includes(word)).length);
  const most = Math.max(...counts);
  return found.filter((_, at) => counts[at] === most);
}
