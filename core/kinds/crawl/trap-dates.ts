/** The month that a URL refers to, with the date's position in the URL. */
export interface UrlDate {
  /** Months since the year 0. */
  readonly month: number;
  /** The path before the date, or the entire path if the date is in the query. */
  readonly area: string;
  /** Position of the date in the URL. */
  readonly place: 'path' | 'query';
}

const yearNames = /^(?:y|yr|year|jahr|annee)$/i;
const monthNames = /^(?:m|mo|mon|month|monat|mois)$/i;
const timeNames = /(?:date|day|time|stamp|week|month|start|from|until|^ts$|^end$|^to$|^d$)/i;
const dateText = /^(\d{4,5})[-/.](?:W?(\d{1,2}))(?:[-/.]\d{1,2})?(?:[T ].*)?$/;

const monthOf = (year: string | undefined, month: string | undefined): number | undefined => {
  const [y, m] = [Number(year), month === undefined ? 1 : Number(month)];
  return Number.isInteger(y) && Number.isInteger(m) && m >= 0 && m <= 53
    ? y * 12 + Math.min(Math.max(m, 1), 12)
    : undefined;
};

/**
 * Returns the date at the end of a URL or in its query, if any. Ignores a date that is followed by a name, because such
 * a URL belongs to an article.
 */
export function dateOf(url: URL): UrlDate | undefined {
  return queryDate(url) ?? pathDate(url.pathname);
}

/** Returns the date at the end of a path, e.g. `/2026/11`, `/2026/11/20`, `/2026-11-20` or `/2026-W47`. */
function pathDate(pathname: string): UrlDate | undefined {
  const path = pathname.replace(/(?<!\/)\/+$/, '').replace(/\.(?:html?|php|aspx?)$/, '');
  const found =
    /^(.*)\/(\d{4,5})\/(\d{1,2})(?:\/\d{1,2})?$/.exec(path) ??
    /^(.*[/_-])(\d{4,5})-W?(\d{1,2})(?:-\d{1,2})?$/.exec(path);
  const month = found && monthOf(found[2], found[3]);
  return found && month !== undefined && month !== null ? { month, area: found[1] ?? '', place: 'path' } : undefined;
}

/** Returns the date in a query, e.g. `?date=2026-11-20`, `?year=2026&month=11` or `?day=1763596800`. */
function queryDate({ pathname, searchParams }: URL): UrlDate | undefined {
  let year: string | undefined;
  let monthText: string | undefined;
  for (const [name, value] of searchParams) {
    const stamp = timeNames.test(name) ? stampMonth(value) : undefined;
    if (stamp !== undefined) return { month: stamp, area: pathname, place: 'query' };
    const text = dateText.exec(value);
    const month = text && monthOf(text[1], text[2]);
    if (month !== null && month !== undefined) return { month, area: pathname, place: 'query' };
    if (yearNames.test(name) && /^\d{1,5}$/.test(value)) year = value;
    if (monthNames.test(name) && /^\d{1,2}$/.test(value)) monthText = value;
  }
  const month = year === undefined ? undefined : monthOf(year, monthText);
  return month === undefined ? undefined : { month, area: pathname, place: 'query' };
}

/** Returns the month of a Unix timestamp in seconds or milliseconds, or of a date such as 20261120. */
function stampMonth(value: string): number | undefined {
  if (/^\d{8}$/.test(value)) return monthOf(value.slice(0, 4), value.slice(4, 6));
  if (!/^\d{10}$|^\d{13}$/.test(value)) return undefined;
  const date = new Date(Number(value) * (value.length === 10 ? 1000 : 1));
  return date.getUTCFullYear() * 12 + date.getUTCMonth() + 1;
}
