import type { Box } from './place-of';

/** Width and height in CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

interface Place {
  readonly left: number;
  readonly top: number;
}

/** Distance in pixels between the toolbar, the record and the edges. */
const gap = 4;
/** Additional cost of a position inside the record, so that a position that covers nothing at all is preferred. */
const insideCost = 0.1;
/** Positions along an edge of the record, from its right end (1) to its left end (0). */
const shares = [1, 0, 0.75, 0.5, 0.25];

/**
 * Returns the position of a record's toolbar in an area, so that the toolbar covers as little of the page as possible.
 * If several positions are equally good, the first is used: above the record, at the bottom or the top of its visible
 * part, below it, or next to it. `covered` returns how much content a box covers, where 0 means none. Undefined if the
 * record is outside the area. All values are in CSS pixels.
 */
export function toolPlace(
  record: Box,
  tool: Size,
  area: Size,
  covered: (box: Box) => number = () => 0,
): Place | undefined {
  const [right, bottom] = [record.x + record.width, record.y + record.height];
  if (bottom <= 0 || record.y >= area.height || right <= 0 || record.x >= area.width) return undefined;
  let best: (Place & { readonly cost: number }) | undefined;
  for (const { left, top, base = 0 } of candidates(record, tool, area)) {
    const cost = base + covered({ x: left, y: top, ...tool });
    if (!best || cost < best.cost) best = { left, top, cost };
    if (best.cost === 0) break;
  }
  return best && { left: best.left, top: best.top };
}

/** Returns the possible positions in order of preference. */
function candidates(record: Box, tool: Size, area: Size): readonly (Place & { readonly base?: number })[] {
  const right = record.x + record.width;
  const bottom = record.y + record.height;
  const [start, end] = [within(record.x, area.width - tool.width), within(right - tool.width, area.width - tool.width)];
  const acrossAt = (top: number): readonly Place[] =>
    shares.map((share) => ({ left: start + (end - start) * share, top }));
  const down = within(record.y, area.height - tool.height);
  const lowest = within(bottom - tool.height, area.height - tool.height);
  const above = record.y - gap - tool.height;
  const isBelow = bottom + gap + tool.height <= area.height - gap;
  return [
    ...(above >= gap ? acrossAt(above) : []),
    ...[...acrossAt(lowest), ...acrossAt(down)].map((place) => ({ ...place, base: insideCost })),
    ...(isBelow ? acrossAt(bottom + gap) : []),
    ...(right + gap + tool.width <= area.width - gap ? [{ left: right + gap, top: down }] : []),
    ...(record.x - gap - tool.width >= gap ? [{ left: record.x - gap - tool.width, top: down }] : []),
  ];
}

/** Returns a position between the edges of the area. */
const within = (position: number, space: number): number => Math.max(gap, Math.min(position, space - gap));
