import { compile } from 'css-select';
import { parse, type Selector, SelectorType } from 'css-what';
import { type AnyNode, type Document, type Element } from 'domhandler';
import { visitElements } from './visit-elements';

/** Thrown when an entry in a tag list is neither a CSS selector nor a `*pattern*`. The request is then invalid. */
export class InvalidSelectorError extends Error {
  override readonly name = 'InvalidSelectorError';

  constructor(
    readonly selector: string,
    readonly reason: string,
  ) {
    super(`"${selector}" is not a valid CSS selector: ${reason}`);
  }
}

type Matches = (element: Element) => boolean;
const MAX_VALUE_CHARS = 2000;

/**
 * Compiles a pattern. `*pattern*` matches tag names and attributes case-insensitively. `*.pattern*` matches attribute
 * values only.
 */
function compilePattern(source: string): Matches {
  const valuesOnly = source.startsWith('*.');
  const pattern = new RegExp(source.slice(1, -1), 'i');
  return ({ name, attribs }) =>
    (!valuesOnly && pattern.test(name)) ||
    Object.entries(attribs).some(([key, value]) =>
      pattern.test(`${valuesOnly ? 'class' : key}="${value.slice(0, MAX_VALUE_CHARS)}"`),
    );
}

const frames = parse('iframe, div[data-original-tag="iframe"]');

/** Makes `iframe` also match a `div` that contains a frame's content in a rendered page. */
function withFrameBoxes(selectors: Selector[][]): Selector[][] {
  return selectors.map((tokens) =>
    tokens.map((token): Selector => {
      if (token.type === 'tag' && token.name === 'iframe')
        return { type: SelectorType.Pseudo, name: 'is', data: frames };
      if (token.type === SelectorType.Pseudo && Array.isArray(token.data))
        return { ...token, data: withFrameBoxes(token.data) };
      return token;
    }),
  );
}

/** True when a selector matches frames, whose content only a browser loads. */
export const asksForFrames = (selectors: readonly string[]): boolean =>
  selectors.some((selector) => /(?:^|[\s>+~,(])iframe(?![\w-])/i.test(selector));

function compileSelector(source: string): Matches {
  try {
    if (/^\*.+\*$/s.test(source)) return compilePattern(source);
    return compile<AnyNode, Element>(withFrameBoxes(parse(source)));
  } catch (error) {
    throw new InvalidSelectorError(source, error instanceof Error ? error.message : String(error));
  }
}

/** Returns why a string is neither a CSS selector nor a `*pattern*`. Undefined when the string is valid. */
export function selectorError(text: string): string | undefined {
  try {
    compileSelector(text);
    return undefined;
  } catch (error) {
    return error instanceof InvalidSelectorError ? error.reason : String(error);
  }
}

/** Returns the elements that match any of the selectors, in document order. */
export function selectElements(document: Document, selectors: readonly string[]): ReadonlySet<Element> {
  const tests = selectors.map(compileSelector);
  const found = new Set<Element>();
  if (tests.length === 0) return found;
  visitElements(document, (element) => {
    if (tests.some((test) => test(element))) found.add(element);
  });
  return found;
}
