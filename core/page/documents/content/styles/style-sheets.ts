import { remember } from '../../remember';
import { mediaVerdict, supportsVerdict } from './media-queries';
import { nestedSelectors } from './style-selectors';
import { stretchesIn } from './style-stretches';

const MAX_CHARS = 400_000;
const MAX_RULES = 20_000;
const MAY_BE_DECLARED = /(?:display|visibility|white-space(?:-collapse)?|position|clip(?:-path)?)\s*:/i;
const DECLARED = /(?:^|;)\s*(display|visibility|white-space(?:-collapse)?)\s*:\s*([a-z-]+)[^;!]*(!\s*important)?/gi;

/** Matches a style that takes an element out of the normal flow. */
export const IS_ABSOLUTE = /(?:^|;)\s*position\s*:\s*(?:absolute|fixed)/i;
/** Matches a style that, with `IS_ABSOLUTE`, places text outside the visible page. */
export const OFF_PAGE = /(?:^|;)\s*(?:left|top|right)\s*:\s*-\d{3,}(?:\.\d+)?(?:px|em|rem)/i;
/** Matches a style that clips an element completely. */
const CLIP = /(?:^|;)\s*clip\s*:\s*rect\(\s*(?:[01](?:px)?[\s,]*){4}\)/i;
const CLIP_PATH =
  /(?:^|;)\s*clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(\s*0|polygon\(\s*(?:0(?:px|%)?[\s,]*){6})/i;
const IS_DOT = [
  /(?:^|;)\s*width\s*:\s*[01]px/i,
  /(?:^|;)\s*height\s*:\s*[01]px/i,
  /(?:^|;)\s*overflow\s*:\s*(?:hidden|clip)/i,
];
const UNCLIPS = /(?:^|;)\s*(?:clip\s*:\s*auto|clip-path\s*:\s*none|position\s*:\s*static)/i;
const IMPORTANT = /!\s*important/i;

/** True for declarations that hide an element by clipping, so that only screen readers announce its text. */
export const clipsText = (style: string): boolean =>
  IS_ABSOLUTE.test(style) &&
  (CLIP.test(style) || CLIP_PATH.test(style) || IS_DOT.every((part) => part.test(style)) || OFF_PAGE.test(style));

/** A style sheet of a page. `media` is the `media` attribute of its element. */
export interface StyleSheet {
  /**
   * The text in one or more parts. Long texts are not joined, because V8 maps new memory for strings over 128 kB, which
   * takes longer than reading them.
   */
  readonly parts: readonly string[];
  readonly media: string | undefined;
}

/** CSS property that can hide elements or preserve line breaks. */
export type StyleProperty = 'display' | 'visibility' | 'white-space' | 'clip';

/** A declaration of a style rule. */
export interface Declared {
  readonly selectors: string;
  readonly property: StyleProperty;
  /** First keyword of the value, in lower case. For `clip`: `clipped` or `shown`. */
  readonly value: string;
  readonly isImportant: boolean;
  /** True if the rule applies only to some desktop screens, e.g. depending on their height. */
  readonly isConditional: boolean;
}

/**
 * Returns the declarations of `display`, `visibility` and `white-space` in all style rules, in order. For a rule that
 * clips or unclips elements, also returns a `clip` declaration. Ignores rules for print and for other screen sizes.
 */
export function declarationsIn(sheets: readonly StyleSheet[]): readonly Declared[] {
  const all: Declared[] = [];
  for (const { parts, media } of sheets) {
    const scope = media === undefined ? ALWAYS : scopeOfVerdict(mediaVerdict(media));
    if (scope === NEVER) continue;
    for (const { selectors, body, isConditional } of rulesIn(parts, scope)) {
      if (all.length >= MAX_RULES) return all;
      // Unlike matchAll, exec does not copy the regular expression for each rule.
      DECLARED.lastIndex = 0;
      for (let found = DECLARED.exec(body); found !== null; found = DECLARED.exec(body)) {
        const [, name = '', value = '', important] = found;
        const property = name.toLowerCase().replace('-collapse', '') as StyleProperty;
        const isImportant = important !== undefined;
        all.push({ selectors, property, value: value.toLowerCase(), isImportant, isConditional });
      }
      const value = clipsText(body) ? 'clipped' : UNCLIPS.test(body) ? 'shown' : undefined;
      if (value !== undefined)
        all.push({ selectors, property: 'clip', value, isImportant: IMPORTANT.test(body), isConditional });
    }
  }
  return all;
}

/** How often the rules inside an at-rule apply on a desktop screen: always, sometimes or never. */
const ALWAYS = 0;
const SOMETIMES = 1;
const NEVER = 2;

const scopeOfVerdict = (verdict: boolean | undefined): number =>
  verdict === undefined ? SOMETIMES : verdict ? ALWAYS : NEVER;

/**
 * Returns how often the rules inside an at-rule apply. `atRule` is the text before the block. Results are cached,
 * because the same media queries often repeat.
 */
const scopeOf = remember((atRule) => {
  if (/^@media(?![\w-])/i.test(atRule)) return scopeOfVerdict(mediaVerdict(atRule.slice('@media'.length)));
  if (/^@supports(?![\w-])/i.test(atRule)) return scopeOfVerdict(supportsVerdict(atRule.slice('@supports'.length)));
  if (/^@layer(?![\w-])/i.test(atRule)) return ALWAYS;
  return /^@(?:[\w-]*keyframes|font-face|page|property|counter-style)(?![\w-])/i.test(atRule) ? NEVER : SOMETIMES;
});

interface Rule {
  readonly selectors: string;
  readonly body: string;
  readonly isConditional: boolean;
}

/** A block of a style sheet, with the selectors of the elements to which its declarations apply. */
interface Block {
  readonly selectors: string;
  readonly scope: number;
}

/** Yields the declarations of each rule that may contain a relevant declaration. Resolves nested rules. */
function* rulesIn(parts: readonly string[], outer: number): Generator<Rule> {
  const open: Block[] = [{ selectors: '', scope: outer }];
  // Text before the innermost block, i.e. its selectors or at-rule. Parsed only if needed, because most rules declare
  // nothing relevant.
  let unread: string | undefined;
  let nestedChars = 0;
  for (const { text, isOpening } of stretchesIn(parts, MAX_CHARS)) {
    const mayMatter = isOpening || MAY_BE_DECLARED.test(text);
    if (unread !== undefined && mayMatter) open.push(blockIn(open.at(-1) as Block, unread));
    const isSkipped = unread !== undefined && !mayMatter;
    unread = undefined;
    if (isSkipped) continue;
    const { selectors, scope } = open.at(-1) as Block;
    const body = isOpening && selectors !== '' ? text.slice(0, text.lastIndexOf(';') + 1) : text;
    if (selectors !== '' && scope !== NEVER && MAY_BE_DECLARED.test(body))
      yield { selectors, body, isConditional: scope === SOMETIMES };
    if (isOpening && selectors !== '') {
      const block = blockIn({ selectors, scope }, text);
      open.push(block);
      nestedChars += block.selectors.length;
      if (nestedChars > MAX_CHARS) return;
    } else if (isOpening) unread = text;
    else if (open.length > 1) open.pop();
  }
}

/** Returns the block that begins after `text`, which is the text since the previous brace. */
function blockIn({ selectors, scope }: Block, text: string): Block {
  const prelude = text.slice(text.lastIndexOf(';') + 1).trim();
  if (prelude.startsWith('@')) return { selectors, scope: Math.max(scope, scopeOf(prelude)) };
  return { selectors: nestedSelectors(selectors, prelude), scope };
}
