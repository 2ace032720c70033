import { HINT_COUNT, HINT_NAMES } from './class-hints';
import { DISTANCES, FAR, type PageStructure } from './page-structure';
import { PLACE_NAMES } from './places';

const MIN_WORDS = 100;
const MIN_SHARE = 0.9;
const MAX_INSIDE = 0.3;
const MAX_OUTSIDE = 0.1;
const FRAME = [
  ...['nav', 'header', 'footer', 'sidebar', 'overlay'].map((name) => HINT_NAMES.indexOf(name)),
  ...['navTag', 'headerTag', 'footerTag', 'asideTag'].map((name) => HINT_COUNT + PLACE_NAMES.indexOf(name)),
];

/**
 * True for a page of which only the frame was delivered: nearly all its words stand in menus, headers and footers, and
 * nothing outside them looks like content. Small pages are never taken for one.
 */
export function isBareFrame(structure: PageStructure, verdicts: Float64Array): boolean {
  const { page } = structure;
  let words = 0;
  let inside = 0;
  for (let i = 0; i < page.blocks.length; i++) {
    const block = page.blocks[i];
    if (block === undefined) continue;
    const framed = isFramed(structure, block.element);
    if ((verdicts[i] ?? 0) > (framed ? MAX_INSIDE : MAX_OUTSIDE)) return false;
    words += block.stats.words;
    if (framed) inside += block.stats.words;
  }
  return words >= MIN_WORDS && inside >= MIN_SHARE * words;
}

/** True inside menus, headers, footers, sidebars and overlays, as their tags, roles and class names tell. */
export function isFramed({ distances }: PageStructure, element: number): boolean {
  const at = element * DISTANCES;
  return FRAME.some((kind) => (distances[at + kind] ?? FAR) < FAR);
}
