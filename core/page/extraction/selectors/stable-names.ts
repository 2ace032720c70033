/** Matches hashes, counters and style library prefixes, which indicate generated names. */
const MADE =
  /\d{3,}|[a-z]\d+[a-z]\d|^(?:css|sc|jss|emotion|svelte|astro|chakra|mui|v|ng|ember|react|yui|ext|gen)-?\w*\d|[A-Z]{2}[a-z][A-Z]|[A-Z]{2}[a-z]{1,2}$|^_\d?[A-Z]{2}/;
/** The text after two underscores: a hash, or the words of a BEM element (`card__title--large`). */
const AFTER_UNDERSCORES = /__([A-Za-z0-9_-]{5,})$/;
const WORDS = /^[a-z]+(?:[A-Z][a-z]+|(?:-{1,2}|_{1,2})[a-z]+)*$/;
const PLAIN = /^[A-Za-z_-][\w-]{1,60}$/;
const PREFIX_OF_STYLES = /^(?:css|sc|jss|emotion|svelte|astro)-/;

/** Maximum length, in characters, of a class name that is searched for a CSS Modules prefix. */
const maxNameLength = 200;

/** Matches classes that describe appearance or state, not meaning. */
const LOOKS =
  /^(?:-?(?:m|p|gap|space|inset|top|left|right|bottom|w|h|min|max|z|order|col|row|grid|flex|basis|grow|shrink|text|font|leading|tracking|bg|border|rounded|shadow|opacity|overflow|cursor|transition|duration|ease|items|justify|content|self|place|object|align|d|g|fs|fw|lh|float|position)[xytrblse]?-[\w./[\]%-]+|flex|grid|block|inline|inline-block|inline-flex|hidden|visible|relative|absolute|fixed|sticky|static|container|row|col|clearfix|truncate|uppercase|lowercase|capitalize|italic|bold|underline|left|right|center|pull-left|pull-right|small|large|odd|even|first|last|active|selected|current|open|closed|disabled|hover|focus|loaded|loading|lazy|lazyload|lazyloaded|fade|show|hide|js-[\w-]*|(?:is|has|no)-[\w-]+)$/i;

/** True if a name consists of pronounceable words, e.g. without runs of five consonants. */
function isSpoken(name: string): boolean {
  const [first = '', ...others] = name.split(/[-_\d]+|(?<=[a-z])(?=[A-Z])/).filter((word) => word !== '');
  // A single letter before a word is a namespace, e.g. in `c-card` or `s-item`.
  const words = first.length === 1 && others.length > 0 && /^[a-z]-/.test(name) ? others : [first, ...others];
  return (
    first !== '' &&
    words.every((word) => word.length > 1 && !/[^aeiouyäöüAEIOUY]{5,}/.test(word)) &&
    words.some((word) => word.length > 2 && /[aeiouy]/i.test(word)) &&
    words.length <= Math.max(2, name.length / 3)
  );
}

/** True for an ID or test attribute that will probably survive the next build of the site. */
export const isStableName = (name: string): boolean =>
  PLAIN.test(name) && !MADE.test(name) && !endsInHash(name) && !PREFIX_OF_STYLES.test(name) && isSpoken(name);

function endsInHash(name: string): boolean {
  const [, end] = AFTER_UNDERSCORES.exec(name) ?? [];
  return end !== undefined && !(WORDS.test(end) && isSpoken(end));
}

/**
 * True for a class that describes an element's meaning and will probably survive the next build of the site. A BEM
 * class, e.g. `p-card__title`, is never a utility class.
 */
export const isStableClass = (name: string): boolean =>
  isStableName(name) && (name.includes('__') || !LOOKS.test(name));

/** Returns the stable prefix of a CSS Modules class, e.g. `Price_amount_` for `Price_amount__x3Fz1`. */
export function modulePrefix(name: string): string | undefined {
  if (name.length > maxNameLength) return undefined;
  const found = /^([A-Za-z]+(?:[_-][A-Za-z]+)+)_{1,2}[A-Za-z0-9+-]*[A-Z0-9][A-Za-z0-9+-]*$/.exec(name);
  const prefix = found?.[1];
  return prefix !== undefined && isSpoken(prefix) && !LOOKS.test(prefix) ? `${prefix}_` : undefined;
}
