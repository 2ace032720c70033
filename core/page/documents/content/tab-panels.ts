import { Element, isTag, Text } from 'domhandler';
import { existsOne, findAll, textContent } from 'domutils';
import { isCodeBox } from '../../../contract/code-box';
import { appendChild } from '../children';
import { type MeasuredPage } from './measured-page';
import { traitsNamed, wordsOf } from './parts';
import { type PageElement } from './segment';
import { HEADING_TAGS } from './tags';
import { oneLine } from './text';

const [FOLD = 0, COMMENT = 0, REVIEW = 0, RELATED = 0, MEDIA = 0] = traitsNamed('fold comment review related media');
const OTHERS = [COMMENT, REVIEW, RELATED];
/** Class names of tab panels in common frameworks. */
const PANEL = /(?:^|\s)(?:tab-pane|tabs-panel|woocommerce-Tabs-panel)(?:\s|$)/i;
/** A panel is kept if at least this share of its words is kept. */
const MIN_KEPT = 0.5;
/** A panel with a larger share of linked words is a list of links, not content. */
const MAX_LINKED = 0.5;
const MAX_LEVELS_TO_SLIDER = 3;
const MAX_LEVELS_TO_TABS = 4;
const MAX_LABEL_CHARS = 60;
/** Maximum number of panels per page. Further panels are treated like other text, because finding their text is slow. */
const MAX_PANELS = 200;

/** The panels of a tab group, as indexes of elements. */
type Group = readonly number[];

/** Property of a page that stores its tab groups, like `SURVEY` in page-survey.ts. */
const GROUPS = Symbol('tab groups');
type Grouped = MeasuredPage & { [GROUPS]?: readonly Group[] };

function groupsOf(page: Grouped): readonly Group[] {
  page[GROUPS] ??= findGroups(page);
  return page[GROUPS];
}

/** Returns the groups of at least two tab panels. Sliders, whose slides often have the role of a tab panel, do not count. */
function findGroups(page: MeasuredPage): readonly Group[] {
  const groups = new Map<number, number[]>();
  let panels = 0;
  page.segments.elements.forEach(({ node, parent, firstBlock, endBlock }, i) => {
    if (firstBlock === endBlock || panels === MAX_PANELS) return;
    if (node.attribs.role !== 'tabpanel' && !(page.distance(i, FOLD) === 0 && PANEL.test(node.attribs.class ?? '')))
      return;
    if (page.distance(i, MEDIA) <= MAX_LEVELS_TO_SLIDER) return;
    panels++;
    const known = groups.get(parent);
    if (known) known.push(i);
    else groups.set(parent, [i]);
  });
  return [...groups.values()].filter(({ length }) => length > 1);
}

/**
 * Keeps the other panels of a tab group if one panel is kept, e.g. the technical data after the description of a
 * product. Reviews, comments, related links and lists of links are not added.
 */
export function keepPanels(page: MeasuredPage, keep: Uint8Array): void {
  const { units } = page.segments;
  for (const group of groupsOf(page)) {
    const inside = group.map((panel) => unitsIn(page, panel));
    const isKept = inside.map((some) => isMostlyKept(page, some, keep));
    if (!isKept.includes(true)) continue;
    const most = group.reduce((sum, panel, at) => sum + (isKept[at] ? page.inside(panel).words : 0), 0);
    group.forEach((panel, at) => {
      if (isKept[at] || page.inside(panel).linkShare > MAX_LINKED || page.inside(panel).words > most) return;
      if (OTHERS.some((trait) => page.distance(panel, trait) === 0)) return;
      for (const i of inside[at] ?? []) {
        const { element } = units[i] ?? { element: panel };
        const levels = page.distance(element, FOLD);
        if (!OTHERS.some((trait) => page.distance(element, trait) < levels)) keep[i] = 1;
      }
    });
  }
}

/** Returns the indexes of the units with words in an element. */
function unitsIn({ segments: { elements, units } }: MeasuredPage, element: number): readonly number[] {
  const { firstBlock = 0, endBlock = 0 } = elements[element] ?? {};
  const found: number[] = [];
  units.forEach((unit, i) => {
    if (unit.firstBlock >= firstBlock && unit.endBlock <= endBlock) found.push(i);
  });
  return found;
}

function isMostlyKept(page: MeasuredPage, units: readonly number[], keep: Uint8Array): boolean {
  let [all, kept] = [0, 0];
  for (const i of units) {
    const unit = page.segments.units[i];
    const words = unit ? wordsOf(page, unit) : 0;
    all += words;
    if (keep[i] === 1) kept += words;
  }
  return all > 0 && kept >= all * MIN_KEPT;
}

/** Returns a warning about tab panels that are not kept, although another panel of their group is. Empty if none. */
export function omittedPanels(page: MeasuredPage, blocks: Uint8Array): readonly string[] {
  const { elements } = page.segments;
  const omitted = groupsOf(page).flatMap((group) => {
    const without = group.filter((i) => !hasKept(elements[i] as PageElement, blocks) && page.inside(i).words > 0);
    return without.length < group.length ? without : [];
  });
  if (omitted.length === 0) return [];
  return omitted.length === 1
    ? ['1 tab panel is omitted from the main content. Set "onlyMainContent": false to include it.']
    : [`${omitted.length} tab panels are omitted from the main content. Set "onlyMainContent": false to include them.`];
}

/** Returns a heading with the label of the tab for each kept panel without a heading of its own. */
export function panelHeadings(page: MeasuredPage, blocks: Uint8Array): ReadonlyMap<Element, Element> {
  const headings = new Map<Element, Element>();
  for (const group of groupsOf(page)) {
    const panels = group.flatMap((i) => page.segments.elements[i] ?? []).filter((panel) => hasKept(panel, blocks));
    const [first] = panels;
    const bare = panels.filter(({ node }) => !existsOne(isHeading, node.children));
    if (!first || bare.length === 0) continue;
    const labels = labelsOf(bare.map(({ node }) => node));
    const level = levelAbove(page, blocks, first.firstBlock) + 1;
    for (const { node } of bare) {
      const label = labels.get(node);
      if (label !== undefined) headings.set(node, headingWith(label, isCode(node) ? undefined : level));
    }
  }
  return headings;
}

const hasKept = ({ firstBlock, endBlock }: PageElement, blocks: Uint8Array): boolean =>
  blocks.subarray(firstBlock, endBlock).includes(1);

const isHeading = ({ name, attribs }: Element): boolean => HEADING_TAGS.includes(name) || attribs.role === 'heading';

/** True for a panel with only code, e.g. a command for one of several package managers. */
const isCode = (panel: Element): boolean =>
  existsOne((inner) => inner.name === 'pre' || isCodeBox(inner), panel.children) &&
  !existsOne(({ name }) => name === 'p', panel.children);

/** Returns the level of the last kept heading before a block, at least 1 and at most 5. */
function levelAbove({ segments: { elements, units } }: MeasuredPage, blocks: Uint8Array, block: number): number {
  const above = units.findLast(({ element, firstBlock }) => {
    const isKept = firstBlock < block && blocks[firstBlock] === 1;
    return isKept && HEADING_TAGS.includes(elements[element]?.node.name ?? '');
  });
  const level = HEADING_TAGS.indexOf(elements[above?.element ?? -1]?.node.name ?? '') + 1;
  return Math.min(HEADING_TAGS.length - 1, Math.max(1, level));
}

function headingWith(label: string, level: number | undefined): Element {
  const heading = new Element(level === undefined ? 'strong' : `h${level}`, {}, []);
  appendChild(heading, new Text(label));
  if (level !== undefined) return heading;
  const line = new Element('p', {}, []);
  appendChild(line, heading);
  return line;
}

/** Returns the labels of panels: their own label, or the text of the tab that opens the panel. */
function labelsOf(panels: readonly Element[]): ReadonlyMap<Element, string> {
  const labels = new Map<Element, string>();
  let around = panels[0]?.parent;
  for (let level = 0; level < MAX_LEVELS_TO_TABS && around && isTag(around) && labels.size === 0; level++) {
    const tabs = findAll(isTab, around.children);
    for (const panel of panels) {
      const label = panel.attribs['aria-label'] ?? textOfTab(tabs.find((tab) => opens(tab, panel)));
      if (label.length <= MAX_LABEL_CHARS && /\p{L}/u.test(label)) labels.set(panel, label);
    }
    around = around.parent;
  }
  return labels;
}

const isTab = ({ name, attribs }: Element): boolean =>
  attribs.role === 'tab' ||
  (name === 'a' && attribs.href?.startsWith('#') === true) ||
  attribs['aria-controls'] !== undefined;

const opens = ({ attribs }: Element, panel: Element): boolean => {
  const { id, 'aria-labelledby': label } = panel.attribs;
  if (label !== undefined && attribs.id === label) return true;
  return id !== undefined && (attribs['aria-controls'] === id || attribs.href === `#${id}`);
};

const textOfTab = (tab: Element | undefined): string => (tab ? oneLine(textContent(tab)) : '');
