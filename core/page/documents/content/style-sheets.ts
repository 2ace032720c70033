const MAX_CHARS = 400_000;
const MAX_RULES = 20_000;
/** Matches a sheet that may hide elements or preserve line breaks. */
const IS_RELEVANT =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|white-space(?:-collapse)?\s*:\s*(?:pre|break)/i;
const MAY_BE_DECLARED = /(?:display|visibility|white-space(?:-collapse)?)\s*:/gi;
const DECLARED = /(?:^|;)\s*(display|visibility|white-space(?:-collapse)?)\s*:\s*([a-z-]+)[^;!]*(!\s*important)?/gi;

/** A style sheet of a page. `media` is the `media` attribute of its element. */
export interface StyleSheet {
  readonly text: string;
  readonly media: string | undefined;
}

/** CSS property that can hide elements or preserve line breaks. */
export type StyleProperty = 'display' | 'visibility' | 'white-space';

/** A declaration of a style rule. */
export interface Declared {
  readonly selectors: string;
  readonly property: StyleProperty;
  /** First keyword of the value, in lower case. */
  readonly value: string;
  readonly isImportant: boolean;
  /** True if the rule applies only in some cases, e.g. at some screen sizes. */
  readonly isConditional: boolean;
}

/**
 * Returns the declarations of `display`, `visibility` and `white-space` in all style rules, in order. Ignores rules for
 * print. Returns nothing if no sheet hides elements or preserves line breaks.
 */
export function declarationsIn(sheets: readonly StyleSheet[]): readonly Declared[] {
  if (!sheets.some(({ text }) => IS_RELEVANT.test(text))) return [];
  const all: Declared[] = [];
  for (const { text, media } of sheets) {
    const scope = media === undefined ? ALWAYS : mediaScope(media);
    if (scope === NEVER) continue;
    for (const { selectors, body, isConditional } of rulesIn(withoutComments(text.slice(0, MAX_CHARS)), scope))
      for (const [, name = '', value = '', important] of body.matchAll(DECLARED)) {
        if (all.length >= MAX_RULES) return all;
        const property = name.toLowerCase().replace('-collapse', '') as StyleProperty;
        const isImportant = important !== undefined;
        all.push({ selectors, property, value: value.toLowerCase(), isImportant, isConditional });
      }
  }
  return all;
}

/** Removes the comments from a style sheet. An unclosed comment extends to the end. */
function withoutComments(sheet: string): string {
  const [first = '', ...rest] = sheet.split('/*');
  return first + rest.map((part) => part.slice(part.includes('*/') ? part.indexOf('*/') + 2 : part.length)).join('');
}

/** How often the rules inside an at-rule apply on a screen: always, sometimes or never. */
const ALWAYS = 0;
const SOMETIMES = 1;
const NEVER = 2;

const EVERY_SCREEN = /^(?:(?:only\s+)?(?:screen|all))?$/;
const NO_SCREEN = /^(?:only\s+)?(?:print|speech|aural|braille|embossed|handheld|projection|tty|tv)(?![\w-])/;

function mediaScope(queries: string): number {
  const all = queries
    .toLowerCase()
    .split(',', 50)
    .map((query) => query.trim());
  if (all.some((query) => EVERY_SCREEN.test(query))) return ALWAYS;
  return all.every((query) => NO_SCREEN.test(query)) ? NEVER : SOMETIMES;
}

function scopeOf(atRule: string): number {
  if (/^@media(?![\w-])/i.test(atRule)) return mediaScope(atRule.slice('@media'.length));
  if (/^@layer(?![\w-])/i.test(atRule)) return ALWAYS;
  return /^@(?:[\w-]*keyframes|font-face|page|property|counter-style)(?![\w-])/i.test(atRule) ? NEVER : SOMETIMES;
}

interface Rule {
  readonly selectors: string;
  readonly body: string;
  readonly isConditional: boolean;
}

/** Yields the rules that may contain a relevant declaration. Stops at a syntax error. */
function* rulesIn(sheet: string, outer: number): Generator<Rule> {
  const scopes = [outer];
  for (let at = 0, declared = -1; at < sheet.length; ) {
    if (declared < at) declared = nextDeclared(sheet, at);
    if (declared < 0) return;
    const open = sheet.indexOf('{', at);
    const close = sheet.indexOf('}', at);
    if (close >= 0 && (open < 0 || close < open)) {
      if (scopes.length > 1) scopes.pop();
      at = close + 1;
      continue;
    }
    if (open < 0) return;
    const before = sheet.slice(at, open);
    const selectors = before.slice(before.lastIndexOf(';') + 1).trim();
    at = open + 1;
    const scope = scopes.at(-1) ?? outer;
    if (selectors.startsWith('@')) {
      scopes.push(Math.max(scope, scopeOf(selectors)));
      continue;
    }
    const end = close < 0 ? sheet.length : close;
    if (declared < end && scope !== NEVER)
      yield { selectors, body: sheet.slice(at, end), isConditional: scope === SOMETIMES };
    at = end + 1;
  }
}

/** Returns the index of the next possible declaration, or -1. */
function nextDeclared(sheet: string, from: number): number {
  MAY_BE_DECLARED.lastIndex = from;
  return MAY_BE_DECLARED.exec(sheet)?.index ?? -1;
}
