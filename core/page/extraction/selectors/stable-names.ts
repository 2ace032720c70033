/** Names that a build makes anew: hashes, counters, prefixes of style libraries. */
const MADE =
  /\d{3,}|[a-z]\d+[a-z]\d|^(?:css|sc|jss|emotion|svelte|astro|chakra|mui|v|ng|ember|react|yui|ext|gen)-?\w*\d|[A-Z]{2}[a-z][A-Z]/;
/** What comes after two underscores: a hash, or a part of a block (`card__title--large`), which has words only. */
const AFTER_UNDERSCORES = /__([A-Za-z0-9_-]{5,})$/;
const WORDS = /^[a-z]+(?:[A-Z][a-z]+|(?:-{1,2}|_{1,2})[a-z]+)*$/;
const PLAIN = /^[A-Za-z_-][\w-]{1,40}$/;
const PREFIX_OF_STYLES = /^(?:css|sc|jss|emotion|svelte|astro)-/;

/** Longest class name that a build of a site makes, in characters. */
const maxNameLength = 200;

/** Names that say how something looks or what state it is in, and not what it is. */
const LOOKS =
  /^(?:-?(?:m|p|gap|space|inset|top|left|right|bottom|w|h|min|max|z|order|col|row|grid|flex|basis|grow|shrink|text|font|leading|tracking|bg|border|rounded|shadow|opacity|overflow|cursor|transition|duration|ease|items|justify|content|self|place|object|align|d|g|fs|fw|lh|float|position)[xytrblse]?-[\w./[\]%-]+|flex|grid|block|inline|inline-block|inline-flex|hidden|visible|relative|absolute|fixed|sticky|static|container|row|col|clearfix|truncate|uppercase|lowercase|capitalize|italic|bold|underline|left|right|center|pull-left|pull-right|small|large|odd|even|first|last|active|selected|current|open|closed|disabled|hover|focus|loaded|loading|lazy|lazyload|lazyloaded|fade|show|hide|js-[\w-]*|(?:is|has|no)-[\w-]+)$/i;

/** True when every word of a name can be said: letters without a run of consonants that no language has. */
function isSpoken(name: string): boolean {
  const words = name.split(/[-_\d]+|(?<=[a-z])(?=[A-Z])/).filter((word) => word !== '');
  return (
    words.length > 0 &&
    words.every((word) => word.length > 1 && !/[^aeiouyäöüAEIOUY]{5,}/.test(word)) &&
    words.some((word) => word.length > 2 && /[aeiouy]/i.test(word)) &&
    words.length <= Math.max(2, name.length / 3)
  );
}

/** True for an id or a test attribute that the next build of the site is likely to have, too. */
export const isStableName = (name: string): boolean =>
  PLAIN.test(name) && !MADE.test(name) && !endsInHash(name) && !PREFIX_OF_STYLES.test(name) && isSpoken(name);

function endsInHash(name: string): boolean {
  const [, end] = AFTER_UNDERSCORES.exec(name) ?? [];
  return end !== undefined && !(WORDS.test(end) && isSpoken(end));
}

/** True for a class that says what an element is, and that the next build is likely to have, too. */
export const isStableClass = (name: string): boolean => isStableName(name) && !LOOKS.test(name);

/** The part of a class of CSS modules that stays: `Price_amount__x3Fz1` begins with `Price_amount_` in every build. */
export function modulePrefix(name: string): string | undefined {
  if (name.length > maxNameLength) return undefined;
  const found = /^([A-Za-z]+(?:[_-][A-Za-z]+)+)_{1,2}[A-Za-z0-9+-]*[A-Z0-9][A-Za-z0-9+-]*$/.exec(name);
  const prefix = found?.[1];
  return prefix !== undefined && isSpoken(prefix) && !LOOKS.test(prefix) ? `${prefix}_` : undefined;
}
