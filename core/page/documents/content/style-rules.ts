import { compile } from 'css-select';
import { type AnyNode, type Document, type Element, isTag, type ParentNode } from 'domhandler';
import * as domutils from 'domutils';
import { surveyOf } from './page-survey';
import { keyOfRule, keysOfElement, priorityOf, splitSelectors, subjectNames, waitsForScript } from './style-selectors';
import { type Declared, declarationsIn, type StyleProperty } from './style-sheets';

/** Maximum number of tree steps for matching the rules of a page. Rules that exceed it do not apply. */
const MAX_STEPS = 500_000;
const MAX_RULES = 50_000;
/** Number of steps for compiling a selector. */
const COMPILE_STEPS = 200;
const CHARS_PER_STEP = 50;

/** Elements that are never hidden as a whole. Scripts show the whole page after loading. */
const WHOLE = new Set(['html', 'body', 'main', 'article']);
const INLINE_DISPLAY = /(?:^|;)\s*display\s*:\s*(?!none)\w/i;
const INLINE_VISIBILITY = /(?:^|;)\s*visibility\s*:\s*visible/i;
const INLINE_SPACING = /(?:^|;)\s*white-space/i;
const INHERITED = 'inherit';
const HIDES = /^(?:none|hidden|collapse)$/;
const KEEPS_LINES = /^(?:pre|preserve|break-spaces)/;

/** A declaration with one selector of its rule. */
interface StyleRule extends Declared {
  readonly selector: string;
  /** Position in the cascade. The highest priority wins. */
  readonly priority: number;
}

type Index = ReadonlyMap<string, readonly StyleRule[]>;
type Matches = (element: Element) => boolean;

/** The style rules of a page that hide elements or preserve line breaks. */
export class PageStyles {
  readonly #hiding: Index;
  readonly #spacing: Index;
  readonly #showing: readonly StyleRule[];
  #showingByName: Index | undefined;
  readonly #compiled = new Map<string, Matches | undefined>();
  readonly #hidden = new Map<Element, boolean>();
  readonly #keptSpacing = new Map<Element, string | undefined>();
  #steps = 0;

  constructor(declared: readonly Declared[]) {
    const all = rulesOf(declared);
    const hides = all.filter(({ property, value }) => property !== 'white-space' && HIDES.test(value));
    this.#hiding = indexOf(
      hides.filter((rule) => !rule.isConditional && !waitsForScript(rule.selector, rule.property)),
      ({ selector }) => [keyOfRule(selector)],
    );
    this.#showing = all.filter(({ property, value }) => property !== 'white-space' && !HIDES.test(value));
    const spaces = all.filter(({ property, isConditional }) => property === 'white-space' && !isConditional);
    this.#spacing = spaces.some(({ value }) => KEEPS_LINES.test(value))
      ? indexOf(spaces, ({ selector }) => [keyOfRule(selector)])
      : new Map();
  }

  /**
   * True for an element that rules always hide. False if another rule may show it, e.g. in some state or at some screen
   * size.
   */
  hides(element: Element): boolean {
    if (this.#hiding.size === 0 || WHOLE.has(element.name)) return false;
    const known = this.#hidden.get(element);
    if (known !== undefined) return known;
    const hidden = this.#hidesBy('display', element) || this.#hidesBy('visibility', element);
    this.#hidden.set(element, hidden);
    return hidden;
  }

  /**
   * Returns the value of `white-space` by which a rule preserves line breaks in an element, if any. Undefined inside `pre`
   * and for an inline style, because both need no rule.
   */
  keptSpacing(element: Element): string | undefined {
    if (this.#spacing.size === 0) return undefined;
    const below: Element[] = [];
    let value: string | undefined;
    for (let up: ParentNode | null = element; up !== null && isTag(up); up = up.parent) {
      const own = this.#keptSpacing.has(up) ? this.#keptSpacing.get(up) : this.#ownSpacing(up);
      below.push(up);
      if (own === INHERITED) continue;
      value = own;
      break;
    }
    for (const one of below) this.#keptSpacing.set(one, value);
    return value;
  }

  #ownSpacing(element: Element): string | undefined {
    const { name, attribs } = element;
    if (name === 'pre' || name === 'textarea' || INLINE_SPACING.test(attribs.style ?? '')) return undefined;
    const value = this.#strongest(this.#spacing, 'white-space', element)?.value;
    if (value === undefined || value === INHERITED) return INHERITED;
    return KEEPS_LINES.test(value) ? value : undefined;
  }

  #hidesBy(property: StyleProperty, element: Element): boolean {
    const rule = this.#strongest(this.#hiding, property, element);
    if (rule === undefined) return false;
    const { style } = element.attribs;
    const shown = property === 'display' ? INLINE_DISPLAY : INLINE_VISIBILITY;
    if (style !== undefined && !rule.isImportant && shown.test(style)) return false;
    return !this.#mayShow(element, rule);
  }

  /** True if a stronger rule shows an element, or may show it in another state. */
  #mayShow(element: Element, hiding: StyleRule): boolean {
    this.#showingByName ??= indexOf(this.#showing, ({ selector }) => {
      const names = subjectNames(selector);
      return names.length > 0 ? names : [keyOfRule(selector)];
    });
    for (const key of keysOfElement(element))
      for (const rule of this.#showingByName.get(key) ?? []) {
        if (++this.#steps > MAX_STEPS) return true;
        if (rule.property !== hiding.property || rule.priority <= hiding.priority) continue;
        // A rule for a class or ID of the element may apply in another state.
        if (/^[.#]/.test(key) || this.#matches(rule, element, true)) return true;
      }
    return false;
  }

  /** Returns the matching rule with the highest priority. */
  #strongest(index: Index, property: StyleProperty, element: Element): StyleRule | undefined {
    let best: StyleRule | undefined;
    for (const key of keysOfElement(element))
      for (const rule of index.get(key) ?? []) {
        if (++this.#steps > MAX_STEPS) return undefined;
        if (rule.property !== property || (best !== undefined && rule.priority < best.priority)) continue;
        if (this.#matches(rule, element, false)) best = rule;
      }
    return best;
  }

  #matches({ selector }: StyleRule, element: Element, ifUnknown: boolean): boolean {
    if (this.#steps > MAX_STEPS) return ifUnknown;
    if (!this.#compiled.has(selector)) this.#compiled.set(selector, this.#compile(selector));
    try {
      return this.#compiled.get(selector)?.(element) ?? ifUnknown;
    } catch {
      return ifUnknown;
    }
  }

  /** Compiles a selector. Returns undefined for a selector with states or pseudo-elements, e.g. `:hover`. */
  #compile(selector: string): Matches | undefined {
    this.#steps += COMPILE_STEPS;
    try {
      return compile<AnyNode, Element>(selector, { adapter: this.#adapter });
    } catch {
      return undefined;
    }
  }

  readonly #adapter = {
    ...domutils,
    isTag,
    getParent: (node: AnyNode) => this.#count(domutils.getParent(node) as ParentNode | null, 1),
    getSiblings: (node: AnyNode) => this.#counted(domutils.getSiblings(node)),
    getChildren: (node: AnyNode) => this.#counted(domutils.getChildren(node)),
    prevElementSibling: (node: AnyNode) => this.#count(domutils.prevElementSibling(node), 1),
    getAttributeValue: (element: Element, name: string) => {
      const value = domutils.getAttributeValue(element, name);
      return this.#count(value, 1 + (value?.length ?? 0) / CHARS_PER_STEP);
    },
  };

  #counted = <T>(nodes: T[]): T[] => this.#count(nodes, nodes.length);

  /** Counts the steps of a match. Throws if the page needs too many steps. */
  #count<T>(value: T, steps: number): T {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS) throw new Error('too many steps');
    return value;
  }
}

/** Splits declarations into one rule per selector. Ignores rules over the limit. */
function rulesOf(declared: readonly Declared[]): readonly StyleRule[] {
  const rules: StyleRule[] = [];
  for (const [order, one] of declared.entries())
    for (const selector of splitSelectors(one.selectors)) {
      if (rules.length >= MAX_RULES) return rules;
      rules.push({ ...one, selector, priority: priorityOf(selector, one.isImportant, order) });
    }
  return rules;
}

function indexOf(rules: readonly StyleRule[], keysOf: (rule: StyleRule) => readonly string[]): Index {
  const index = new Map<string, StyleRule[]>();
  for (const rule of rules)
    for (const key of keysOf(rule)) {
      const same = index.get(key);
      if (same) same.push(rule);
      else index.set(key, [rule]);
    }
  return index;
}

/** Property of a tree's root that stores its styles, like `SURVEY` in page-survey.ts. */
const STYLES = Symbol('styles');
type Styled = ParentNode & { [STYLES]?: PageStyles };

/** Returns the styles of a page, from its `style` elements. */
export function stylesOf(document: Document): PageStyles {
  const root: Styled = document;
  root[STYLES] ??= new PageStyles(
    declarationsIn(
      surveyOf(document).styles.map((style) => ({ text: domutils.textContent(style), media: style.attribs.media })),
    ),
  );
  return root[STYLES];
}

/** Returns the styles of the page that contains an element. */
export function stylesAround(element: Element): PageStyles {
  let root: ParentNode = element;
  while (root.parent) root = root.parent;
  return stylesOf(root as Document);
}
