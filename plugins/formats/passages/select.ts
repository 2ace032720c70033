import type { Ranked } from './rank';
import type { Passages, Unit } from './units';

const maxShare = 0.1;
const maxPassages = 12;
/** Units whose score is below this share of the best score are not returned. */
const minScore = 0.35;
const minCoverage = 0.2;

/**
 * Returns the best units in page order. Together, they contain at most a tenth of the page's text, unless the best unit
 * alone is longer.
 */
export function chooseUnits(ranked: readonly Ranked[], { markdown, blocks }: Passages): readonly Unit[] {
  const [best] = ranked;
  if (!best || best.coverage < minCoverage) return [];
  const budget = markdown.length * maxShare;
  const chosen: Unit[] = [];
  const opened = new Set<number>();
  let chars = 0;
  for (const { unit, score, coverage } of ranked) {
    if (chosen.length >= maxPassages || score < best.score * minScore || coverage < minCoverage) break;
    const { head = '', tail = '' } = blocks[unit.block] ?? {};
    const around = opened.has(unit.block) ? 0 : head.length + tail.length;
    const length = unit.end - unit.start + around;
    if (chosen.length > 0 && chars + length > budget) continue;
    chosen.push(unit);
    opened.add(unit.block);
    chars += length;
  }
  return chosen.toSorted((one, other) => one.start - other.start);
}

/**
 * Renders units, given in page order, as Markdown. Keeps the units of a block together, code in a fence, and rows below
 * their table header.
 */
export function renderUnits(units: readonly Unit[], { markdown, units: all, blocks }: Passages): string {
  const place = new Map(all.map((unit, at) => [unit, at]));
  const parts: { block: number; text: string; last: Unit }[] = [];
  for (const unit of units) {
    const part = parts.at(-1);
    const isNext = part && (place.get(unit) ?? 0) === (place.get(part.last) ?? 0) + 1;
    if (part?.block === unit.block) {
      const gap = isNext ? markdown.slice(part.last.end, unit.start) : (blocks[unit.block]?.gap ?? '\n\n');
      part.text += gap + markdown.slice(unit.start, unit.end);
      part.last = unit;
    } else parts.push({ block: unit.block, text: markdown.slice(unit.start, unit.end), last: unit });
  }
  return parts.map(({ block, text }) => `${blocks[block]?.head ?? ''}${text}${blocks[block]?.tail ?? ''}`).join('\n\n');
}
