import type { Box } from './place-of';

/** Width and height in CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Distance in pixels between the toolbar, the record and the edges. */
const gap = 4;

/**
 * Returns the position of a record's toolbar in an area: above, below or next to the record, so that the toolbar does
 * not cover the record. If there is not enough space, the toolbar covers the top right corner of the record's visible
 * part. Undefined if the record is outside the area. All values are in CSS pixels.
 */
export function toolPlace(record: Box, tool: Size, area: Size): { left: number; top: number } | undefined {
  const [right, bottom] = [record.x + record.width, record.y + record.height];
  if (bottom <= 0 || record.y >= area.height || right <= 0 || record.x >= area.width) return undefined;
  const across = within(right - tool.width, area.width - tool.width);
  const down = within(record.y, area.height - tool.height);
  const above = record.y - gap - tool.height;
  if (above >= gap) return { left: across, top: above };
  if (bottom + gap + tool.height <= area.height - gap) return { left: across, top: bottom + gap };
  if (right + gap + tool.width <= area.width - gap) return { left: right + gap, top: down };
  if (record.x - gap - tool.width >= gap) return { left: record.x - gap - tool.width, top: down };
  return { left: across, top: down };
}

/** Returns a position between the edges of the area. */
const within = (position: number, space: number): number => Math.max(gap, Math.min(position, space - gap));
