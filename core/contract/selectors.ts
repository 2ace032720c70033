import { compile } from 'css-select';
import { parse, type Selector, SelectorType } from 'css-what';
import { type AnyNode, type Document, type Element } from 'domhandler';
import { searchTexts } from './search-pattern';
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

/** Time limit in ms for all patterns of a tag list on one page. */
const PATTERNS_MS = 500;

/**
 * A pattern in a tag list. `*pattern*` matches tag names and attributes case-insensitively. `*.pattern*` matches
 * attribute values only.
 */
class TagPattern {
  readonly #pattern: RegExp;
  readonly #valuesOnly: boolean;

  /** Throws a SyntaxError if the pattern is invalid. */
  constructor(readonly source: string) {
    this.#valuesOnly = source.startsWith('*.');
    this.#pattern = new RegExp(source.slice(1, -1), 'i');
  }

  /** Returns the matching elements. Undefined if the search takes longer than `timeoutMs`. */
  search(elements: readonly Element[], timeoutMs: number): readonly Element[] | undefined {
    const owners: Element[] = [];
    const texts: string[] = [];
    for (const element of elements)
      for (const text of this.#textsOf(element)) {
        owners.push(element);
        texts.push(text);
      }
    const matches = searchTexts(this.#pattern, texts, timeoutMs);
    return matches && owners.filter((_, at) => matches[at]);
  }

  #textsOf({ name, attribs }: Element): readonly string[] {
    const pairs = Object.entries(attribs).map(
      ([key, value]) => `${this.#valuesOnly ? 'class' : key}="${value.slice(0, MAX_VALUE_CHARS)}"`,
    );
    return this.#valuesOnly ? pairs : [name, ...pairs];
  }
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

function compileSelector(source: string): Matches | TagPattern {
  try {
    if (/^\*.+\*$/s.test(source)) return new TagPattern(source);
    return compile<AnyNode, Element>(withFrameBoxes(parse(source)));
  } catch (error) {
    throw new InvalidSelectorError(source, error instanceof Error ? error.message : String(error));
  }
}

/** Returns the reason why a string is neither a CSS selector nor a `*pattern*`. Undefined when the string is valid. */
export function selectorError(text: string): string | undefined {
  try {
    compileSelector(text);
    return undefined;
  } catch (error) {
    return error instanceof InvalidSelectorError ? error.reason : String(error);
  }
}

/**
 * Returns the elements that match any of the selectors, in document order. A pattern that takes too long matches
 * nothing and causes a warning.
 */
export function selectElements(
  document: Document,
  selectors: readonly string[],
  warn?: (sentence: string) => void,
): ReadonlySet<Element> {
  const tests = selectors.map(compileSelector);
  if (tests.length === 0) return new Set();
  const elements: Element[] = [];
  visitElements(document, (element) => void elements.push(element));
  const byPattern = new Set<Element>();
  let leftMs = PATTERNS_MS;
  for (const pattern of tests.filter((test) => test instanceof TagPattern)) {
    const startedMs = performance.now();
    const found = pattern.search(elements, leftMs);
    leftMs -= performance.now() - startedMs;
    if (!found) warn?.(`The pattern "${pattern.source}" took too long and matched nothing; simplify it.`);
    for (const element of found ?? []) byPattern.add(element);
  }
  const selects = tests.filter((test) => typeof test === 'function');
  return new Set(elements.filter((element) => byPattern.has(element) || selects.some((test) => test(element))));
}
