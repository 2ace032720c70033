/** Link created by a `HYPERLINK` formula in a spreadsheet cell. */
export interface FormulaLink {
  readonly href: string;
  /** Displayed text, if the formula contains it as a literal string. */
  readonly text: string | undefined;
}

/** Matches a literal string, in which quotation marks are doubled. */
const STRING = '(?:"[^"]*")+';
const STRINGS = `${STRING}(?:\\s{0,9}&\\s{0,9}${STRING})*`;
const LINK_FORMULA = new RegExp(
  `^(?:\\w{1,9}:)?=?\\s{0,9}HYPERLINK\\(\\s{0,9}(${STRINGS})\\s{0,9}(?:[,;]([\\s\\S]*))?\\)$`,
  'i',
);
const LABEL = new RegExp(`^${STRINGS}$`);
const EACH_STRING = new RegExp(STRING, 'g');
const WEB_LINK = /^(?:https?:|mailto:)/i;
const MAX_FORMULA_CHARS = 8_192;

/**
 * Returns the link of a formula such as `HYPERLINK("https://example.org","Prices")` (ECMA-376 part 1, 18.17.7). Also
 * accepts OpenDocument notation. Undefined unless the target is a literal web or email link.
 */
export function formulaLink(formula: string): FormulaLink | undefined {
  if (formula.length > MAX_FORMULA_CHARS) return undefined;
  const [, target, label] = LINK_FORMULA.exec(formula.trim()) ?? [];
  if (target === undefined || !isOneArgument(label ?? '')) return undefined;
  const href = joined(target).trim();
  if (!WEB_LINK.test(href)) return undefined;
  const literal = LABEL.exec(label?.trim() ?? '')?.[0];
  return { href, text: label === undefined ? href : literal === undefined ? undefined : joined(literal) };
}

/** Joins the literal strings of an expression. */
const joined = (strings: string): string =>
  (strings.match(EACH_STRING) ?? []).map((one) => one.slice(1, -1).replaceAll('""', '"')).join('');

/**
 * True if the parentheses in `label` are balanced. If they are not, the `HYPERLINK` call ends before the end of the
 * formula.
 */
function isOneArgument(label: string): boolean {
  let level = 0;
  for (const sign of label.replace(EACH_STRING, '').match(/[()]/g) ?? []) {
    level += sign === '(' ? 1 : -1;
    if (level < 0) return false;
  }
  return level === 0;
}
