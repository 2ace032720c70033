import { type MeasuredPage } from './measured-page';
import { traitsNamed } from './parts';
import { type PageElement, type Unit } from './segment';

/**
 * A `main` element that lacks the most probable unit is trusted only if it contains at least this share of the page's
 * words.
 */
const MIN_MAIN = 0.5;
const [MAIN = 0] = traitsNamed('main');

const NOWHERE = (): boolean => false;

/**
 * Returns a predicate for units outside the only `main` element. Units between that element and the last `h1` above it
 * count as inside, because they may be a lead. The predicate is always false if the element lacks the most probable
 * unit and contains less than half of the page's words.
 */
export function outsideMain(page: MeasuredPage, verdicts: Float64Array): (unit: Unit) => boolean {
  if (page.traitCounts[MAIN] === 0) return NOWHERE;
  const { elements, units } = page.segments;
  const all = elements.filter(
    ({ node }, i) => page.distance(i, MAIN) === 0 && (node.name === 'main' || node.attribs.role === 'main'),
  );
  const [main, other] = all.filter(({ endBlock }, i) => i === 0 || endBlock > (all[0]?.endBlock ?? 0));
  if (main === undefined || other !== undefined) return NOWHERE;
  const { firstBlock, endBlock } = main;
  const isOutside = (unit: Unit): boolean => unit.endBlock <= firstBlock || unit.firstBlock >= endBlock;
  const likeliest = likeliestUnit(page, verdicts, main);
  const isMarked = likeliest !== undefined && !isOutside(likeliest);
  if (!isMarked && page.wordsBetween(firstBlock, endBlock) < MIN_MAIN * page.words) return NOWHERE;
  const isAbove = (unit: Unit): boolean => unit.firstBlock <= firstBlock;
  const h1 = units.findLast((unit) => isAbove(unit) && elements[unit.element]?.node.name === 'h1');
  return (unit) => isOutside(unit) && (!isAbove(unit) || unit.firstBlock < (h1?.firstBlock ?? firstBlock));
}

const FRAME_TAGS = new Set(['nav', 'header', 'footer', 'aside', 'dialog']);
const FRAME_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'dialog', 'alertdialog']);
/** Traits of menus, headers and overlays above the main element. Further down, class names are too ambiguous. */
const FRAME_TRAITS = traitsNamed('nav header ad');

/** Returns the most probable unit. Prefers units outside menus, headers, footers, sidebars and overlays. */
function likeliestUnit(page: MeasuredPage, verdicts: Float64Array, main: PageElement): Unit | undefined {
  const { elements, units } = page.segments;
  const isFrame = new Uint8Array(elements.length);
  elements.forEach(({ node: { name, attribs }, parent, endBlock }, i) => {
    const isTagged = FRAME_TAGS.has(name) || FRAME_ROLES.has(attribs.role ?? '');
    const isNamed = endBlock <= main.firstBlock && FRAME_TRAITS.some((trait) => page.distance(i, trait) === 0);
    if (isFrame[parent] === 1 || isTagged || isNamed) isFrame[i] = 1;
  });
  let best: Unit | undefined;
  let most = 0;
  units.forEach((unit, i) => {
    const verdict = verdicts[i] ?? 0;
    if (verdict <= most || isFrame[unit.element] === 1) return;
    best = unit;
    most = verdict;
  });
  return best ?? units[verdicts.indexOf(verdicts.reduce((highest, verdict) => Math.max(highest, verdict), 0))];
}
