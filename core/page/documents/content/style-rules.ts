const MAX_CHARS = 400_000;
const DISPLAY = /(?:^|;)\s*display\s*:\s*([a-z-]+)/gi;
const MAY_BE_DISPLAY = /display\s*:/gi;
/** A selector that consists of one class or ID. */
const NAME = /^[.#][\w-]+$/;
const NAMES = /[.#][\w-]+/g;

/** An at-rule that applies only when the page is printed. */
const FOR_PRINT = /^@media\s+(?:only\s+)?print(?![^{]*,)/i;

/**
 * Returns the classes (`.name`) and IDs (`#name`) that the page's style rules always hide. Ignores rules for print, and
 * names that another rule shows in some state or at some screen size.
 */
export function hiddenNames(sheets: readonly string[]): ReadonlySet<string> {
  const hidden = new Set<string>();
  const shown = new Set<string>();
  for (const sheet of sheets) {
    if (!/display\s*:\s*none/i.test(sheet)) continue;
    for (const { selectors, body, isConditional } of displayRules(withoutComments(sheet.slice(0, MAX_CHARS)))) {
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

/** Removes the comments from a style sheet. An unclosed comment extends to the end. */
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

/** Yields the rules that may set `display` in a style sheet without comments. Stops at a syntax error. */
function* displayRules(sheet: string): Generator<Rule> {
  let depth = 0;
  let printDepth = Number.POSITIVE_INFINITY;
  for (let at = 0, display = -1; at < sheet.length; ) {
    if (display < at) display = nextDisplay(sheet, at);
    if (display < 0) return;
    const open = sheet.indexOf('{', at);
    const close = sheet.indexOf('}', at);
    if (close >= 0 && (open < 0 || close < open)) {
      depth = Math.max(0, depth - 1);
      if (depth < printDepth) printDepth = Number.POSITIVE_INFINITY;
      at = close + 1;
      continue;
    }
    if (open < 0) return;
    const before = sheet.slice(at, open);
    const selectors = before.slice(before.lastIndexOf(';') + 1).trim();
    at = open + 1;
    if (selectors.startsWith('@')) {
      depth++;
      if (FOR_PRINT.test(selectors)) printDepth = Math.min(printDepth, depth);
      continue;
    }
    const end = close < 0 ? sheet.length : close;
    if (display < end && depth < printDepth) yield { selectors, body: sheet.slice(at, end), isConditional: depth > 0 };
    at = end + 1;
  }
}

/** Returns the index of the next possible `display` declaration, or -1. */
function nextDisplay(sheet: string, from: number): number {
  MAY_BE_DISPLAY.lastIndex = from;
  return MAY_BE_DISPLAY.exec(sheet)?.index ?? -1;
}
