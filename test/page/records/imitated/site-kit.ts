/** Expected value of a cell. An array contains alternatives. Undefined means an empty cell. */
export type Expected = string | number | undefined | readonly (string | number)[];
/** Expected values of a record, keyed by field. A key such as `title|name` contains all accepted column names. */
export type Row = Readonly<Record<string, Expected>>;

/**
 * A page that imitates a well-known kind of site. `data-r` marks records, `data-p` the element to click, and `data-n`
 * the next-page control. The marks are removed before the page is read.
 */
export interface ImitatedSite {
  readonly name: string;
  /** Path and query of the page. Defaults to `/list`. */
  readonly path?: string;
  readonly language: string;
  readonly html: string;
  readonly rows: readonly Row[];
  /** Fields that users want. All other fields are useful but not required. */
  readonly wanted: readonly string[];
  /** True for a table with headers. Its columns keep the order they have on the page. */
  readonly hasHeaders?: boolean;
}

/** Returns a generator of pseudo-random integers from 0 to `max - 1`. The same seed yields the same numbers. */
export function random(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * max);
  };
}

const utilities =
  'flex grid block p-2 px-4 py-1 mt-4 mb-2 text-sm text-lg font-bold text-gray-600 gap-2 items-center justify-between rounded-lg shadow-sm w-full relative truncate md:flex hover:bg-gray-50 lg:col-span-2 dark:text-white leading-tight'.split(
    ' ',
  );

/**
 * Returns a function that creates class attributes for a key. The class names are meaningless: utility classes or
 * generated ones.
 */
export function looks(style: 'utility' | 'emotion' | 'styled' | 'modules', seed: number): (key: string) => string {
  const next = random(seed);
  const hash = (length: number) =>
    Array.from({ length }, () => 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'[next(55)]).join('');
  const make = {
    utility: () => Array.from({ length: 2 + next(4) }, () => utilities[next(utilities.length)]).join(' '),
    emotion: () => `css-${hash(6).toLowerCase()}`,
    styled: () => `sc-${hash(8)}-${next(9)} ${hash(6)}`,
    modules: () => `_${hash(5)} ${next(2) === 0 ? `_${hash(5)}` : ''}`.trim(),
  }[style];
  const known = new Map<string, string>();
  return (key) => {
    const classes = known.get(key) ?? make();
    known.set(key, classes);
    return ` class="${classes}"`;
  };
}

/** Joins the HTML of the items. */
export const each = <T>(items: readonly T[], html: (item: T, index: number) => string): string =>
  items.map(html).join('');
/** Creates `count` items. */
export const make = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));
/** Returns the item at an index. Indexes beyond the end of the list wrap around. */
export const of = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
/** Returns the attribute that marks the record to click if `index` equals `at`, otherwise an empty string. */
export const click = (index: number, at = 2): string => (index === at ? ' data-p' : '');
/** Groups digits: `1250` becomes `1,250`. */
export const grouped = (amount: number, separator: string): string =>
  String(amount).replace(/\B(?=(?:\d{3})+$)/g, separator);

/**
 * Returns a page with the given body between a header and a footer. The header has a search form and a navigation menu.
 */
export const page = (language: string, title: string, body: string): string =>
  `<!doctype html><html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><title>${title}</title><script>window.__STATE__={"a":1}</script></head><body><a href="#content" class="skip">${title}</a>
<header><a href="/"><img src="/logo.svg" alt="Logo"></a><form action="/search"><input name="q" type="search"><button>⌕</button></form><nav><ul><li><a href="/one">One</a></li><li><a href="/two">Two</a></li><li><a href="/three">Three</a></li><li><a href="/login">Log in</a></li></ul></nav></header>
${body}
<footer><div><h4>About</h4><ul><li><a href="/about">About us</a></li><li><a href="/careers">Careers</a></li><li><a href="/press">Press</a></li></ul></div><div><h4>Help</h4><ul><li><a href="/contact">Contact</a></li><li><a href="/faq">Questions</a></li><li><a href="/terms">Terms</a></li></ul></div><p>© 2026</p></footer></body></html>`;

/** Returns a sidebar with filters and the number of results for each. */
export const filters = (names: readonly string[]): string =>
  `<aside><form>${each(
    names,
    (name, at) =>
      `<fieldset><legend>${name}</legend>${each(
        make(4, (n) => n),
        (n) =>
          `<label><input type="checkbox" name="f${at}" value="${n}"><span>${name} ${'ABCD'[n]}</span> <span>(${(n + 2) * 13 + at})</span></label>`,
      )}</fieldset>`,
  )}</form></aside>`;

/** Returns a menu of sort orders. */
export const sortMenu = (orders: readonly string[]): string =>
  `<label>Sort<select name="sort">${each(orders, (order, at) => `<option value="${at}"${at === 0 ? ' selected' : ''}>${order}</option>`)}</select></label>`;
