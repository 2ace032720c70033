const MAX_CHARS = 400_000;
const DISPLAY = /(?:^|;)\s*display\s*:\s*([a-z-]+)/gi;
/** A selector that consists of one class or ID. */
const NAME = /^[.#][\w-]+$/;
const NAMES = /[.#][\w-]+/g;

/**
 * Returns the classes (`.name`) and IDs (`#name`) that the page's rules hide unconditionally. Excludes names that
 * another rule shows in some state or at some screen size.
 */
export function hiddenNames(sheets: readonly string[]): ReadonlySet<string> {
  const hidden = new Set<string>();
  const shown = new Set<string>();
  for (const sheet of sheets) {
    if (!/display\s*:\s*none/i.test(sheet)) continue;
    for (const { selectors, body, isConditional } of rulesOf(withoutComments(sheet.slice(0, MAX_CHARS)))) {
      const display = [...body.matchAll(DISPLAY)].at(-1)?.[1]?.toLowerCase();
      if (display === undefined) continue;
      if (display !== 'none') for (const name of selectors.match(NAMES) ?? []) shown.add(name);
      else if (!isConditional)
        for (const selector of selectors.split(',').map((one) => one.trim()))
          if (NAME.test(selector)) hidden.add(selector);
    }
  }
  for (const name of shown) hidden.delete(name);
  return hidden;
}

/** Removes the comments from a style sheet; an unclosed comment extends to the end. */
function withoutComments(sheet: string): string {
  const [first = '', ...rest] = sheet.split('/*');
  return first + rest.map((part) => part.slice(part.includes('*/') ? part.indexOf('*/') + 2 : part.length)).join('');
}

interface Rule {
  readonly selectors: string;
  readonly body: string;
  /** True inside an at-rule such as `@media`. */
  readonly isConditional: boolean;
}

/** Yields the rules of a style sheet without comments; stops at a syntax error. */
function* rulesOf(sheet: string): Generator<Rule> {
  let depth = 0;
  for (let at = 0; at < sheet.length; ) {
    const open = sheet.indexOf('{', at);
    const close = sheet.indexOf('}', at);
    if (close >= 0 && (open < 0 || close < open)) {
      depth = Math.max(0, depth - 1);
      at = close + 1;
      continue;
    }
    if (open < 0) return;
    const selectors = sheet
      .slice(sheet.lastIndexOf(';', open) >= at ? sheet.lastIndexOf(';', open) + 1 : at, open)
      .trim();
    at = open + 1;
    if (selectors.startsWith('@')) {
      depth++;
      continue;
    }
    const end = sheet.indexOf('}', at);
    yield { selectors, body: sheet.slice(at, end < 0 ? undefined : end), isConditional: depth > 0 };
    at = end < 0 ? sheet.length : end + 1;
  }
}
