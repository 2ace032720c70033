import { compile } from 'css-select';
import { type AnyNode, type Document, type Element, isTag, type ParentNode } from 'domhandler';
import * as domutils from 'domutils';
import { surveyOf } from '../page-survey';
import { keyOfRule, priorityOf, splitSelectors, subjectKeys, subjectNames, waitsForScript } from './style-selectors';
import { type Declared, declarationsIn, type StyleProperty } from './style-sheets';

/**
 * Maximum number of steps (e.g. element visits) for matching the rules of a page. Once this limit is reached, the
 * remaining rules do not apply.
 */
const MAX_STEPS = 500_000;
const MAX_RULES = 20_000;
const MAX_ATTRIBUTES = 50;
/** Compiling a selector counts as this many steps. */
const COMPILE_STEPS = 200;
const CHARS_PER_STEP = 50;

/** Elements that never count as hidden, because a rule often hides the whole page only until scripts have run. */
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

type Matches = (element: Element) => boolean;

/** The style rules of a page that hide or clip elements or preserve line breaks. */
export class PageStyles {
  readonly #hiding: RuleIndex;
  readonly #spacing: RuleIndex;
  readonly #clipping: RuleIndex;
  #showing: RuleIndex | undefined;
  readonly #compiled = new Map<string, Matches | undefined>();
  readonly #hidden = new Map<Element, boolean>();
  readonly #keptSpacing = new Map<Element, string | undefined>();
  #steps = 0;

  constructor(private readonly declared: readonly Declared[]) {
    const hides = rulesOf(declared, (one) => !one.isConditional && hidesElement(one));
    this.#hiding = new RuleIndex(
      hides.filter(({ selector, property }) => !waitsForScript(selector, property)),
      ownKey,
    );
    const spaces = rulesOf(declared, (one) => !one.isConditional && one.property === 'white-space');
    this.#spacing = new RuleIndex(spaces.some(({ value }) => KEEPS_LINES.test(value)) ? spaces : [], ownKey);
    const clips = rulesOf(
      declared,
      (one) => one.property === 'clip' && (!one.isConditional || one.value !== 'clipped'),
    );
    this.#clipping = new RuleIndex(clips.some(({ value }) => value === 'clipped') ? clips : [], ownKey);
  }

  /** True for an element that style rules hide by clipping, so that only screen readers announce its text. */
  clips(element: Element): boolean {
    if (this.#clipping.isEmpty) return false;
    return this.#strongest('clip', this.#clipping.candidates(element), element)?.value === 'clipped';
  }

  /**
   * True for an element that rules always hide. False if another rule may show it, e.g. on hover or at some screen
   * sizes.
   */
  hides(element: Element): boolean {
    if (this.#hiding.isEmpty || WHOLE.has(element.name)) return false;
    const rules = this.#hiding.candidates(element);
    if (rules.length === 0) return false;
    const known = this.#hidden.get(element);
    if (known !== undefined) return known;
    const hidden = this.#hidesBy('display', rules, element) || this.#hidesBy('visibility', rules, element);
    this.#hidden.set(element, hidden);
    return hidden;
  }

  /**
   * Returns the `white-space` value of a rule that preserves line breaks in an element, if any. Undefined inside `pre`
   * and for inline styles, which need no rule.
   */
  keptSpacing(element: Element): string | undefined {
    if (this.#spacing.isEmpty) return undefined;
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
    const value = this.#strongest('white-space', this.#spacing.candidates(element), element)?.value;
    if (value === undefined || value === INHERITED) return INHERITED;
    return KEEPS_LINES.test(value) ? value : undefined;
  }

  #hidesBy(property: StyleProperty, rules: Candidates, element: Element): boolean {
    const rule = this.#strongest(property, rules, element);
    if (rule === undefined) return false;
    const { style } = element.attribs;
    const shown = property === 'display' ? INLINE_DISPLAY : INLINE_VISIBILITY;
    if (style !== undefined && !rule.isImportant && shown.test(style)) return false;
    return !this.#mayShow(element, rule);
  }

  /** True if a stronger rule shows an element, or may show it in another state, e.g. on hover. */
  #mayShow(element: Element, hiding: StyleRule): boolean {
    this.#showing ??= new RuleIndex(
      rulesOf(this.declared, (one) => isVisibility(one) && !hidesElement(one)),
      subjectKeys,
    );
    const keys = new Set(subjectKeys(hiding.selector).slice(0, subjectNames(hiding.selector).length || 1));
    for (const rule of eachOf(this.#showing.candidates(element))) {
      if (++this.#steps > MAX_STEPS) return true;
      if (rule.property !== hiding.property || rule.priority <= hiding.priority) continue;
      // A rule with the same subject may apply in another state.
      if (subjectKeys(rule.selector).some((key) => keys.has(key)) || this.#matches(rule, element, true)) return true;
    }
    return false;
  }

  /** Returns the matching rule with the highest priority. */
  #strongest(property: StyleProperty, rules: Candidates, element: Element): StyleRule | undefined {
    let best: StyleRule | undefined;
    for (const rule of eachOf(rules)) {
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

  /** Compiles a selector. Returns undefined for an unsupported selector, e.g. with `:hover` or a pseudo-element. */
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

  /** Counts the steps of a match and returns `value`. Throws if the page needs too many steps. */
  #count<T>(value: T, steps: number): T {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS) throw new Error('too many steps');
    return value;
  }
}

function* eachOf(lists: Candidates): Generator<StyleRule> {
  for (const list of lists) yield* list;
}

const ownKey = (selector: string): readonly string[] => [keyOfRule(selector)];

const isVisibility = ({ property }: Declared): boolean => property === 'display' || property === 'visibility';

const hidesElement = (one: Declared): boolean => isVisibility(one) && HIDES.test(one.value);

/** Splits declarations into one rule per selector. Returns at most `MAX_RULES` rules. */
function rulesOf(declared: readonly Declared[], isWanted: (one: Declared) => boolean): readonly StyleRule[] {
  const rules: StyleRule[] = [];
  for (const [order, one] of declared.entries()) {
    if (!isWanted(one)) continue;
    for (const selector of splitSelectors(one.selectors)) {
      if (rules.length >= MAX_RULES) return rules;
      rules.push({ ...one, selector, priority: priorityOf(selector, one.isImportant, order) });
    }
  }
  return rules;
}

type Candidates = readonly (readonly StyleRule[])[];

/** Style rules by tag name, class (`.name`), ID (`#name`), attribute (`[name]`), or `*`. */
class RuleIndex {
  readonly #byKey = new Map<string, StyleRule[]>();
  /** Cached lists of rules, keyed by the value of a `class` attribute. */
  readonly #byClasses = new Map<string, Candidates>();
  readonly #attributes: readonly string[];

  constructor(rules: readonly StyleRule[], keysOf: (selector: string) => readonly string[]) {
    for (const rule of rules)
      for (const key of keysOf(rule.selector)) {
        const same = this.#byKey.get(key);
        if (same) same.push(rule);
        else this.#byKey.set(key, [rule]);
      }
    this.#attributes = [...this.#byKey.keys()].filter((key) => key.startsWith('[')).slice(0, MAX_ATTRIBUTES);
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** Returns the lists of rules that may match an element. */
  candidates({ name, attribs }: Element): Candidates {
    const { id, class: classes } = attribs;
    const lists = classes === undefined ? [] : [...this.#ofClasses(classes)];
    this.#add('*', lists);
    this.#add(name, lists);
    if (id !== undefined) this.#add(`#${id}`, lists);
    for (const key of this.#attributes) if (attribs[key.slice(1, -1)] !== undefined) this.#add(key, lists);
    return lists;
  }

  #ofClasses(classes: string): Candidates {
    const known = this.#byClasses.get(classes);
    if (known !== undefined) return known;
    const lists: (readonly StyleRule[])[] = [];
    for (const name of new Set(classes.split(/\s+/))) this.#add(`.${name}`, lists);
    this.#byClasses.set(classes, lists);
    return lists;
  }

  #add(key: string, lists: (readonly StyleRule[])[]): void {
    const rules = this.#byKey.get(key);
    if (rules !== undefined) lists.push(rules);
  }
}

/** Property of a tree's root that stores its styles, like `SURVEY` in page-survey.ts. */
const STYLES = Symbol('styles');
type Styled = ParentNode & { [STYLES]?: PageStyles };

/** Returns the styles of a page, from its `style` elements. */
export function stylesOf(document: Document): PageStyles {
  const root: Styled = document;
  root[STYLES] ??= new PageStyles(
    declarationsIn(
      surveyOf(document).styles.map(({ attribs, children }) => ({
        parts: children.map((child) => domutils.textContent(child)),
        media: attribs.media,
      })),
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
