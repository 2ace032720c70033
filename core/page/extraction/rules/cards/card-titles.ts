import type { Element } from 'domhandler';
import { conceptsByName } from '../lexicon/lexicon';
import { flag } from '../page/flags';
import { elementsIn, isWithin, parentOf } from '../page/text-of';
import type { Line, PageView } from '../page/view';
import type { Field } from '../schema/field';
import { isSentence } from '../sentences';

const END = flag.footer | flag.navigation | flag.related | flag.dialog;
const maxLines = 400;
const maxLevels = 8;
const maxTitle = 100;
const minCards = 2;
/** Matches the secondary text of a card, e.g. a price or a count. */
const FIGURE = /^\P{L}*$|^(?:from|starting at|ab|à partir de|desde)?\s?[$€£¥₹]\s?\d|^\d[\d.,]*\s\p{L}+$/iu;

/** Returns the level of a heading, or 7 for any other line. */
export const levelOf = ({ node }: Line): number => {
  for (let up: Element | null = node, steps = 0; up && steps < 3; steps++, up = up.parent as Element | null) {
    const level = /^h([1-6])$/.exec(up.name ?? '')?.[1];
    if (level) return Number(level);
  }
  return 7;
};

/**
 * Returns one title for each card or section below a heading. Skips prices, counts and buttons. Empty if the heading is
 * above a plain list or text.
 */
export function cardTitles(view: PageView, at: number, heading: Line, field: Field): readonly Line[] {
  const { concept, words } = field;
  const areNames = concept?.kind === 'name' || conceptsByName(words.at(-1) ?? '').some(({ kind }) => kind === 'name');
  const isOpen = concept === undefined || concept.id === 'services' || concept.id === 'serviceAreas';
  if (!areNames && !isOpen) return [];
  const level = levelOf(heading);
  const rest = view.lines.slice(at + 1, at + 1 + maxLines);
  const end = rest.findIndex((line) => line.flags & END || (line.flags & flag.heading && levelOf(line) <= level));
  const lines = rest.slice(0, end < 0 ? undefined : end);
  const cards = repeated(view, lines, { from: at + 1, heading });
  const titles = cards.flatMap((card) => titleOf(card) ?? []);
  if (titles.length >= minCards && titles.length === cards.length && areDistinct(titles)) return titles;
  return sectionTitles(lines, level, areNames);
}

/** Returns the lines of each card. Cards are similar elements that contain several lines each. */
function repeated(
  { firstLine, endLine }: PageView,
  lines: readonly Line[],
  { from, heading }: { readonly from: number; readonly heading: Line },
): readonly (readonly Line[])[] {
  let best: readonly (readonly Line[])[] = [];
  let node = lines[0]?.node;
  for (let level = 0; node && level < maxLevels; level++) {
    const box = parentOf(node);
    if (!box || isWithin(heading.node, node)) break;
    const cards = elementsIn(box)
      .filter(({ name, attribs }) => name === node?.name && firstClass(attribs) === firstClass(node.attribs))
      .map((card) => lines.slice(Math.max(0, (firstLine.get(card) ?? 0) - from), (endLine.get(card) ?? 0) - from))
      .filter((card) => card.length > 0);
    if (cards.length > best.length) best = cards;
    node = box;
  }
  const inCards = best.reduce((sum, card) => sum + card.length, 0);
  const areCards = best.length >= minCards && best.filter((card) => card.length > 1).length * 2 > best.length;
  return areCards && inCards >= lines.length * 0.8 ? best : [];
}

const firstClass = (attribs: Readonly<Record<string, string>>): string | undefined => attribs.class?.split(/\s/)[0];

/**
 * Returns the heading of a card, or else its first line. Undefined if that text is not a name, e.g. if it is a price or
 * a sentence.
 */
function titleOf(card: readonly Line[]): Line | undefined {
  const own = card.find(({ flags }) => flags & flag.heading) ?? card[0];
  const isName =
    own && own.text.length <= maxTitle && !(own.flags & flag.button) && !FIGURE.test(own.text) && !isSentence(own.text);
  return isName ? own : undefined;
}

/** Returns the headings of the sections directly below a heading, e.g. one section for each event. */
function sectionTitles(lines: readonly Line[], level: number, areNames: boolean): readonly Line[] {
  const headings = lines.filter(({ flags }) => flags & flag.heading);
  if (level > 5 || lines[0] === undefined || lines[0] !== headings[0]) return [];
  if (areNames) return lines.some(({ flags }) => flags & flag.list) ? [] : headings;
  const inner = levelOf(lines[0]);
  const titles = headings.filter((line) => levelOf(line) === inner);
  return titles.length >= minCards && titles.every(({ text }) => text.length <= maxTitle) ? titles : [];
}

const areDistinct = (titles: readonly Line[]): boolean =>
  new Set(titles.map(({ text }) => text)).size * 2 > titles.length;
