/** Result of a condition: true, false, or undefined if it depends on the browser or the user. */
type Verdict = boolean | undefined;

/** Width of the screen for which conditions are evaluated, in px. */
const SCREEN_PX = 1280;
const EM_PX = 16;
const MAX_CONDITIONS = 50;
const MAX_LEVELS = 10;

const INNERMOST = /\(([^()]*)\)/g;
const LENGTH = /^(\d{1,9}(?:\.\d{1,9})?)(px|em|rem)?$/;
const SIGN = /(<=|>=|<|>|=)/;
/** Media features of a desktop computer with a mouse. */
const DESKTOP: Readonly<Record<string, string>> = {
  hover: 'hover',
  'any-hover': 'hover',
  pointer: 'fine',
  'any-pointer': 'fine',
  orientation: 'landscape',
  'prefers-color-scheme': 'light',
  'forced-colors': 'none',
  'inverted-colors': 'none',
};
/** Media types that match on a screen. All other types never match there (Media Queries Level 4). */
const IS_SCREEN = /^(?:all|screen)$/;

/** Evaluates a list of media queries for a desktop screen without user preferences. */
export const mediaVerdict = (queries: string): Verdict =>
  anyOf(
    withVerdicts(queries.toLowerCase(), featureVerdict)
      .split(',', MAX_CONDITIONS)
      .map((query) => (query.trim() === '' ? true : queryVerdict(query.trim()))),
  );

/** Evaluates the condition of an `@supports` rule for current browsers. */
export const supportsVerdict = (condition: string): Verdict =>
  expressionVerdict(withVerdicts(condition.toLowerCase(), supportVerdict));

const MARKS = new Map<Verdict, string>([
  [true, '#1'],
  [false, '#0'],
  [undefined, '#?'],
]);

/**
 * Replaces each condition in brackets with a mark for its result, e.g. `#1` for true, starting with the innermost.
 * Collapses white space.
 */
function withVerdicts(text: string, verdictOf: (feature: string) => Verdict): string {
  let flat = text;
  for (let level = 0; level < MAX_LEVELS && flat.includes('('); level++)
    flat = flat.replace(INNERMOST, (_, inner: string) => {
      const verdict = inner.includes('#') ? expressionVerdict(inner.trim()) : verdictOf(inner.trim());
      return ` ${MARKS.get(verdict)} `;
    });
  return flat.replace(/\s/g, ' ').split(' ').filter(Boolean).join(' ');
}

function queryVerdict(query: string): Verdict {
  const [, modifier, type, rest] = /^(?:(not|only) )?([a-z][\w-]*)(?: and (.*))?$/s.exec(query) ?? [];
  if (type === undefined || type === 'not') return expressionVerdict(query);
  const verdict = IS_SCREEN.test(type) ? (rest === undefined ? true : expressionVerdict(rest)) : false;
  return modifier === 'not' ? negated(verdict) : verdict;
}

/** Evaluates an expression in which `#1` means true, `#0` false and `#?` unknown, e.g. `#1 and not #0`. */
function expressionVerdict(expression: string): Verdict {
  const parts = expression.split(/ (and|or) /, MAX_CONDITIONS);
  const verdicts = parts.filter((_, at) => at % 2 === 0).map(operandVerdict);
  return parts[1] === 'or' ? anyOf(verdicts) : negated(anyOf(verdicts.map(negated)));
}

function operandVerdict(operand: string): Verdict {
  const [, not, mark] = /^(not )?#([01?])$/.exec(operand.trim()) ?? [];
  const verdict = mark === '1' ? true : mark === '0' ? false : undefined;
  return not === undefined ? verdict : negated(verdict);
}

const negated = (verdict: Verdict): Verdict => (verdict === undefined ? undefined : !verdict);

const anyOf = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes(true) ? true : verdicts.every((one) => one === false) ? false : undefined;

function featureVerdict(feature: string): Verdict {
  if (SIGN.test(feature)) return rangeVerdict(feature.split(SIGN).map((part) => part.trim()));
  const [name = '', value = ''] = feature.split(':', 2).map((part) => part.trim());
  const [, bound, measure] = /^(min-|max-)?(?:device-)?(width)$/.exec(name) ?? [];
  if (measure !== undefined) {
    if (value === '') return bound === undefined ? true : undefined;
    return compare('width', bound === 'min-' ? '>=' : bound === 'max-' ? '<=' : '=', value);
  }
  const usual = DESKTOP[name];
  if (usual !== undefined) return value === '' ? usual !== 'none' : value === usual;
  return name.startsWith('prefers-') ? value === 'no-preference' : undefined;
}

/** Evaluates a range, e.g. `width >= 600px` or `400px < width < 900px`. */
function rangeVerdict([first = '', sign = '', second = '', next, third = '']: readonly string[]): Verdict {
  const verdict = compare(first, sign, second);
  return next === undefined ? verdict : negated(anyOf([negated(verdict), negated(compare(second, next, third))]));
}

function compare(left: string, sign: string, right: string): Verdict {
  const [a, b] = [pixelsOf(left), pixelsOf(right)];
  if (a === undefined || b === undefined) return undefined;
  if (sign.startsWith('<')) return a < b || (sign === '<=' && a === b);
  if (sign.startsWith('>')) return a > b || (sign === '>=' && a === b);
  return a === b;
}

function pixelsOf(side: string): number | undefined {
  if (side === 'width' || side === 'device-width') return SCREEN_PX;
  const [, amount, unit] = LENGTH.exec(side) ?? [];
  if (amount === undefined || (unit === undefined && Number(amount) !== 0)) return undefined;
  return Number(amount) * (unit === 'px' ? 1 : EM_PX);
}

/** Declarations that all current browsers support and that pages commonly test. */
const SUPPORTED =
  /^(?:display\s*:\s*(?:block|contents|flow-root|none|(?:inline-)?(?:flex|grid))|position\s*:\s*sticky|(?:object-fit|object-position|gap|row-gap|column-gap|aspect-ratio|inset|color-scheme|accent-color)\s*:.+|--[\w-]+\s*:.*)$/;

const supportVerdict = (declaration: string): Verdict => (SUPPORTED.test(declaration) ? true : undefined);
