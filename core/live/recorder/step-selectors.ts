import type { Document, Element } from 'domhandler';
import { atomsOf, type Candidate, quoted, selectorsFor } from '../../page/extraction/selectors/candidates';
import { controlSelector } from '../../page/extraction/selectors/control-selector';
import { PathSelectors } from '../../page/extraction/selectors/path-selectors';
import { isStableName } from '../../page/extraction/selectors/stable-names';

/** Attributes that identify a control, with the cost of a selector that uses them. */
const descriptive = [
  ['name', 1.1],
  ['autocomplete', 1.3],
  ['aria-label', 1.4],
  ['placeholder', 1.6],
  ['title', 2.2],
  ['type', 2.4],
] as const;
const maxCandidates = 24;
/** Cost of a selector that finds an element only by its position. */
const placeCost = 30;

/**
 * Returns selectors that may find an element on a page, most durable first. The browser then checks which of them find
 * it.
 */
export function stepSelectors(element: Element, document: Document, label: string): readonly string[] {
  const found: Candidate[] = [
    ...atomsOf(element).filter(({ cost }) => cost < 2),
    ...ownSelectors(element),
    ...selectorsFor(element, document),
    ...(label === '' ? [] : textSelectors(element.name, label).map((css) => ({ css, cost: 6 }))),
    { css: controlSelector(element, document), cost: placeCost },
    { css: new PathSelectors().of(element), cost: placeCost + 1 },
  ];
  const ranked = [...new Set(found.sort((a, b) => a.cost - b.cost).map(({ css }) => css))].slice(0, maxCandidates);
  // Elements in shadow roots need separate selectors, because normal selectors do not pierce shadow roots.
  const inShadow = ranked.filter((css) => !/[\s>+~]|::-p-/.test(css)).map((css) => `pierce/${css}`);
  return [...ranked, ...inShadow.slice(0, 6)];
}

/** Returns selectors that find elements with the given label anywhere on the page. */
export function textSelectors(tag: string, label: string): readonly string[] {
  if (!/^[^"'()\\]+$/.test(label)) return [];
  const isButton = tag === 'button' || tag === 'a' || tag === 'summary';
  return isButton ? [`${tag}::-p-text(${label})`] : [`::-p-aria([name="${label}"])`];
}

function ownSelectors({ name, attribs }: Element): readonly Candidate[] {
  const said = descriptive.flatMap(([key, cost]) => {
    const value = attribs[key];
    if (!value || value.length > 60 || /[\n\r]/.test(value)) return [];
    if (key === 'name' && !isStableName(value)) return [];
    return [{ css: `${name}[${key}=${quoted(value)}]`, cost }];
  });
  const { href } = attribs;
  const isLasting = href !== undefined && /^[^#?]{2,60}$/.test(href) && !/\d{3,}/.test(href);
  return isLasting && name === 'a' ? [...said, { css: `a[href=${quoted(href)}]`, cost: 2.3 }] : said;
}
