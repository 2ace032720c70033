import { type Element, isTag, type ParentNode } from 'domhandler';
import { prevElementSibling } from 'domutils';
import { elementsIn } from '../rules/page/text-of';
import { isStableClass, isStableName, modulePrefix } from './stable-names';

/** A selector with its cost. Low-cost selectors are more stable across pages and site updates. */
export interface Candidate {
  readonly css: string;
  readonly cost: number;
}

/** Attributes whose values describe the meaning of an element. */
export const NAMING =
  'itemprop property data-testid data-test data-test-id data-qa data-qa-id data-cy data-hook data-at data-marker'.split(
    ' ',
  );
const NAMING_TOO = ['data-field', 'data-type', 'data-component', 'name', 'rel', 'role', 'itemtype'];
const SPEAKING_TAGS: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 time main article address figure figcaption dl table caption header blockquote'.split(' '),
);
/** Minimum cost of positional selectors. All other selectors cost less. */
export const byPlaceCost = 12;
const maxLevels = 7;
/** Maximum number of ancestors to try for a record that has only positional selectors. */
const farLevels = 40;
const maxSteps = 6;

/** Quotes a value as a CSS string. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Returns selectors that consist only of the element's ID, one attribute, one class, or a tag with a clear meaning. */
export function atomsOf({ name, attribs }: Element): readonly Candidate[] {
  const atoms: Candidate[] = [];
  const { id } = attribs;
  if (id !== undefined && isStableName(id)) atoms.push({ css: `#${id}`, cost: 1.2 });
  for (const [names, cost] of [[NAMING, 1] as const, [NAMING_TOO, 2] as const])
    for (const key of names) {
      const value = attribs[key];
      if (value !== undefined && value.length <= 80 && /^[\w:/. -]+$/.test(value) && isTextual(value))
        atoms.push({ css: `[${key}=${quoted(value)}]`, cost });
    }
  for (const one of (attribs.class ?? '').split(/\s+/)) {
    const prefix = modulePrefix(one);
    if (prefix !== undefined) atoms.push({ css: `[class*=${quoted(prefix)}]`, cost: 2.5 });
    else if (isStableClass(one)) atoms.push({ css: `.${one}`, cost: 2 });
  }
  for (const key of Object.keys(attribs))
    if (
      /^data-[a-z]+(?:-[a-z]+)*$/.test(key) &&
      !NAMING.includes(key) &&
      !NAMING_TOO.includes(key) &&
      isStableName(key)
    )
      atoms.push({ css: `[${key}]`, cost: 2.6 });
  if (SPEAKING_TAGS.has(name)) atoms.push({ css: name, cost: 3 });
  return atoms;
}

const isTextual = (value: string): boolean =>
  value.split(/[\s:/.]+/).every((part) => part === '' || isStableName(part));

/**
 * Returns an element's selectors within a record or page, cheapest first. Each selector occurs once, with its lowest
 * cost.
 */
export function selectorsFor(node: Element, root: ParentNode): readonly Candidate[] {
  if (node === root) return [{ css: ':scope', cost: 1 }];
  const own = [...atomsOf(node), { css: node.name, cost: 4.5 }];
  const found: Candidate[] = own.filter(({ cost }) => cost < 4.5 || isTag(root as Element));
  const ancestors = ancestorsOf(node, root);
  for (const [level, ancestor] of ancestors.entries())
    for (const anchor of atomsOf(ancestor).slice(0, 4))
      for (const one of own)
        found.push({ css: `${anchor.css} ${one.css}`, cost: anchor.cost + one.cost + 0.5 + 0.1 * level });
  const before = prevElementSibling(node);
  if (before && /^(?:h\d|dt|th|label|legend)$/.test(before.name))
    found.push({ css: `${before.name} + ${node.name}`, cost: 7 });
  found.push(...byPlace(node, ancestors, root));
  return [...new Map(found.sort((a, b) => b.cost - a.cost).map((one) => [one.css, one])).values()].reverse();
}

/**
 * Returns paths made of tag names and positions. Each path starts at an ancestor that has a selector of its own. Used
 * as a last resort.
 */
function byPlace(node: Element, ancestors: readonly Element[], root: ParentNode): readonly Candidate[] {
  const found: Candidate[] = [];
  const steps: string[] = [];
  let at: Element | undefined = node;
  for (const ancestor of [...ancestors, undefined]) {
    if (!at || steps.length > maxSteps) break;
    steps.unshift(placeOf(at));
    const path = steps.join(' > ');
    const anchors = ancestor ? atomsOf(ancestor).slice(0, 2) : [];
    for (const anchor of anchors)
      found.push({ css: `${anchor.css} > ${path}`, cost: byPlaceCost + anchor.cost + steps.length });
    if (!ancestor && isTag(root as Element))
      found.push({ css: `:scope > ${path}`, cost: byPlaceCost + 1 + steps.length });
    at = ancestor;
  }
  return found;
}

/** Returns selectors that may match both an element and similar elements on the page. */
export function recordCandidates(element: Element): readonly Candidate[] {
  const own = [...atomsOf(element), { css: element.name, cost: 4.5 }];
  const found: Candidate[] = own.map((one) => (one.css === element.name ? { ...one, cost: one.cost + 2.5 } : one));
  let path = '';
  let place = '';
  let level = 0;
  for (let up = element.parent; up && isTag(up as Element) && level < 5; up = up.parent, level++) {
    const around = up as Element;
    for (const anchor of [...atomsOf(around), ...(around.name === 'body' ? [{ css: 'body', cost: 6 }] : [])])
      for (const one of own)
        found.push(
          { css: `${anchor.css} > ${path}${one.css}`, cost: anchor.cost + one.cost + level },
          { css: `${anchor.css} > ${place}${one.css}`, cost: byPlaceCost + anchor.cost + one.cost + level },
        );
    path = `${around.name} > ${path}`;
    place = `${placeOf(around)} > ${place}`;
  }
  return found;
}

/**
 * Returns tag paths that start at ancestors with selectors of their own. Also returns paths with positions, because the
 * tag paths may match too many elements.
 */
export function farRecordCandidates({ name, parent }: Element): readonly Candidate[] {
  const found: Candidate[] = [];
  let [path, place] = [name, name];
  for (let up = parent, level = 0; up && isTag(up as Element) && level < farLevels; up = up.parent, level++) {
    const around = up as Element;
    const [anchor] = around.name === 'body' ? [{ css: 'body', cost: 6 }] : atomsOf(around);
    if (anchor) found.push({ css: `${anchor.css} > ${path}`, cost: anchor.cost + level });
    if (anchor) found.push({ css: `${anchor.css} > ${place}`, cost: byPlaceCost + anchor.cost + level });
    path = `${around.name} > ${path}`;
    place = `${placeOf(around)} > ${place}`;
  }
  return found;
}

/** Returns an element's tag, plus the position if siblings have the same tag. */
function placeOf(node: Element): string {
  const same = node.parent ? elementsIn(node.parent).filter(({ name }) => name === node.name) : [node];
  return same.length === 1 ? node.name : `${node.name}:nth-of-type(${same.indexOf(node) + 1})`;
}

/** Returns a path of tags below a record. For the last sibling with a given tag, counts the position from the end. */
export function pathFromEnd(node: Element, root: ParentNode): string | undefined {
  const steps = [node, ...ancestorsOf(node, root)].reverse().map((one) => {
    const same = one.parent ? elementsIn(one.parent).filter(({ name }) => name === one.name) : [one];
    return same.at(-1) === one ? `${one.name}:last-of-type` : placeOf(one);
  });
  return steps.length <= maxSteps ? `:scope > ${steps.join(' > ')}` : undefined;
}

/** Returns an element's ancestors below the root, nearest first. */
function ancestorsOf(node: Element, root: ParentNode): readonly Element[] {
  const found: Element[] = [];
  for (let up = node.parent; up && up !== root && isTag(up as Element) && found.length < maxLevels; up = up.parent)
    found.push(up as Element);
  return found;
}
