const MAX_SELECTORS = 500;
const MAX_SELECTOR_CHARS = 500;
const NAMES = /[.#](?:[\w-]|[^\0-\x7f]|\\.)+/g;

/** Splits a selector list at the commas that are outside brackets. Omits very long selectors. */
export function splitSelectors(list: string): readonly string[] {
  const parts = list.includes('(') || list.includes('[') ? splitOutsideBrackets(list) : list.split(',', MAX_SELECTORS);
  return parts.map((part) => part.trim()).filter((part) => part !== '' && part.length <= MAX_SELECTOR_CHARS);
}

function splitOutsideBrackets(list: string): readonly string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < list.length && parts.length < MAX_SELECTORS; at++) {
    const sign = list[at];
    if (sign === '(' || sign === '[') depth++;
    else if (sign === ')' || sign === ']') depth--;
    else if (sign === ',' && depth === 0) {
      parts.push(list.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, list.slice(from)];
}

/** Matches a selector that can be appended to another one, e.g. `.name` or `:hover`. Excludes combinators. */
const IS_CONDITION = /^[.#[:][^\s>+~]*$/;

/** Combines the selectors of a nested rule with those of its parent rule. */
export function nestedSelectors(outer: string, inner: string): string {
  if (outer === '' || inner === '') return outer || inner;
  const nested: string[] = [];
  for (const own of splitSelectors(inner))
    for (const around of splitSelectors(outer)) if (nested.length < MAX_SELECTORS) nested.push(nestedIn(around, own));
  return nested.join(',');
}

function nestedIn(around: string, own: string): string {
  if (!own.includes('&')) return `${around} ${own}`;
  if (/^&(?![\w-])[^&]*$/.test(own)) return around + own.slice(1);
  return own.replaceAll('&', IS_CONDITION.test(around) ? around : `:is(${around})`);
}

/** Removes the arguments of pseudo-classes and the values in attribute selectors. */
function outlineOf(selector: string): string {
  let outline = selector.includes('[')
    ? selector.replace(/\[\s{0,9}([\w-]{1,100})(?:[^[\]\w-][^[\]]*)?\]/g, '[$1]')
    : selector;
  for (let level = 0; level < 3 && outline.includes('('); level++) outline = outline.replace(/\([^()]*\)/g, '<!');
  return outline.replaceAll('<!', '()');
}

const COMBINATOR = /[\s>+~]+/;

/** Splits a selector into its subject, i.e. the last compound selector, and the part before the subject. */
function partsOf(selector: string): { readonly around: string; readonly subject: string } {
  const outline = outlineOf(selector);
  const subject = outline.split(COMBINATOR).at(-1) ?? '';
  return { around: outline.slice(0, outline.length - subject.length), subject };
}

const unescaped = (name: string): string => name.replace(/\\(.)/g, '$1');

/** Returns the classes (`.name`) and IDs (`#name`) of a selector's subject. */
export const subjectNames = (selector: string): readonly string[] =>
  (partsOf(selector).subject.match(NAMES) ?? []).map(unescaped);

/**
 * Returns the classes and IDs of a selector's subject, followed by the tag name. If all are missing, returns an
 * attribute or `*`.
 */
export function subjectKeys(selector: string): readonly string[] {
  const tag = /^[\w-]+/.exec(partsOf(selector).subject)?.[0].toLowerCase();
  const keys = tag === undefined ? subjectNames(selector) : [...subjectNames(selector), tag];
  return keys.length > 0 ? keys : [keyOfRule(selector)];
}

/** Returns a key that all matching elements have: an ID, class, attribute or tag name, or `*`. */
export function keyOfRule(selector: string): string {
  const { subject } = partsOf(selector);
  const names = subject.match(NAMES) ?? [];
  const name = names.find((one) => one.startsWith('#')) ?? names.at(-1);
  if (name !== undefined) return unescaped(name);
  return /\[[\w-]+\]/.exec(subject)?.[0].toLowerCase() ?? /^[\w-]+/.exec(subject)?.[0].toLowerCase() ?? '*';
}

/** Returns the position of a rule in the cascade: importance, then specificity, then order. */
export function priorityOf(selector: string, isImportant: boolean, order: number): number {
  const plain = selector.replace(/:(?:not|is|where|matches|has)\(/g, ' ').replace(/\[[^[\]]*\]/g, '[]');
  const ids = plain.match(/#[\w-]/g)?.length ?? 0;
  const classes = plain.match(/\.[\w\\-]|\[|(?<!:):(?!:)/g)?.length ?? 0;
  const tags = plain.match(/(?:^|[\s>+~,(])[a-z]|::/gi)?.length ?? 0;
  const specificity = Math.min(999_999, ids * 10_000 + classes * 100 + tags);
  return (isImportant ? 1e13 : 0) + specificity * 1e6 + order;
}

/** Pseudo-classes that depend on the state or position of an element, e.g. `:hover` or `:nth-child(n+4)`. */
const STATE = /:(?!(?:not|is|where|matches)\(|root(?![\w-]))/i;
/** Attributes that scripts change when they show an element. */
const STATE_ATTRIBUTE =
  /\[\s*(?:open|hidden|checked|aria-(?:expanded|selected|current)|data-(?:state|open|active|expanded)|[\w-]*(?:cloak|unresolved))(?![\w-])/i;
/** Classes that mark a page before or after its scripts run. */
const SCRIPT_NAME =
  /[.#](?:(?:no|has)?-?js(?:-[\w-]+)?|[\w-]*[-_]js|scripting|[\w-]*(?:cloak|hydrat|unresolved)[\w-]*)(?![\w-])/i;
/** Classes of messages that are shown only if scripts are disabled. */
const NO_SCRIPT_NAME = /[.#]no-?js(?:-[\w-]+)?(?![\w-])/gi;
/** Classes of elements that scripts open and close, such as tabs and menus. */
const OPENED_NAME =
  /[.#][\w-]*(?:tab(?!le)|pane|accordion|collaps|toggl|expand|disclosure|slide|carousel|swiper|faq|spoiler|reveal|fold|clos(?:e|ing)|open|active|show|hid(?:e|den)|menu-)/i;
/** Classes of elements that appear with an animation. */
const ANIMATED_NAME =
  /[.#](?:css-|[\w-]*(?:invisible|wow|aos|anim|fade|reveal|lazy|load|preload|ready|slide|swiper|carousel|scroll))/i;

/** True for a selector of elements that a script usually shows after the page has loaded. */
export function waitsForScript(selector: string, property: string): boolean {
  const { around, subject } = partsOf(selector);
  const names = selector.includes('(') ? selector : around + subject.replace(NO_SCRIPT_NAME, '');
  if (SCRIPT_NAME.test(names) || (property === 'visibility' && ANIMATED_NAME.test(selector))) return true;
  if (STATE_ATTRIBUTE.test(selector)) return true;
  if (!selector.includes(':') && !/[\s>+~]/.test(selector)) return false;
  if (STATE.test(selector.replace(/\[[^[\]]*\]|\\./g, ''))) return true;
  if (around.includes(':not()')) return true;
  return OPENED_NAME.test(around.includes('(') ? selector : around);
}
