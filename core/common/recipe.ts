import { z } from 'zod';

/** Types that the value of a recipe field can have. */
export const recipeTypes = [
  'text',
  'html',
  'name',
  'code',
  'barcode',
  'number',
  'integer',
  'price',
  'currency',
  'boolean',
  'choice',
  'date',
  'datetime',
  'time',
  'minutes',
  'link',
  'image',
  'email',
  'phone',
] as const;

/** Maximum length of a selector, label or pattern, in characters. */
const maxChars = 1000;
const text = (sentence: string) => z.string().min(1).max(maxChars).describe(sentence);
const share = z.number().min(0).max(1);

/** A possible source of a value. Exactly one of `selector`, `markup`, `state`, `label` and `address` must be set. */
export const recipeSource = z.strictObject({
  selector: text('CSS selector within the record or the page; `:scope` is the record itself.').optional(),
  attribute: text('Attribute to read instead of the text of the element.').optional(),
  before: z
    .literal(true)
    .optional()
    .describe('If true, reads the closest match before the record on the page, such as the heading of its group.'),
  unique: z
    .boolean()
    .optional()
    .describe('If true, no value is read when several elements match the selector and their text differs.'),
  markup: text('Type of the main entity in structured data (JSON-LD, microdata or RDFa), e.g. `product`.').optional(),
  path: text('Path of the property in the entity of `markup`, e.g. `offers.price`; required with `markup`.').optional(),
  state: text(
    'Path in data embedded in page scripts, e.g. `props.pageProps.product.price` in `__NEXT_DATA__`; a number is an array index.',
  ).optional(),
  label: text(
    'Label next to the value on the page, e.g. `Article number`; case and punctuation are ignored.',
  ).optional(),
  address: z.literal(true).optional().describe('If true, the value is the URL of the page.'),
  pattern: text('Regular expression; the value is its first group, or the whole match.').optional(),
});

/** Schema of a column in the rows that a recipe returns. */
export const recipeField = z.strictObject({
  name: text('Name in the row; a slash separates the names of nested objects, as in a JSON pointer.').max(200),
  type: z.enum(recipeTypes).describe('Type of the value; text that cannot be read as this type counts as missing.'),
  choices: z
    .array(z.union([z.string().max(maxChars), z.number()]))
    .min(1)
    .max(200)
    .optional()
    .describe('Allowed values of a field of the type `choice`.'),
  sources: z.array(recipeSource).min(1).max(20).describe('Sources of the value, best first.'),
  end: z
    .enum(['lower', 'upper'])
    .optional()
    .describe(
      'Which end of a price or date range to use as the value, e.g. of `$40k–$60k` or `10–12 March 2026`. With `upper`, a single value counts as missing.',
    ),
  dateOrder: z
    .enum(['day-first', 'month-first'])
    .optional()
    .describe('Order of day and month in numeric dates such as `03/04/2026`; determined from the page if omitted.'),
  list: z
    .boolean()
    .optional()
    .describe('If true, all values from a source are read as a list, instead of only the first.'),
  of: z
    .enum(['record', 'page'])
    .optional()
    .describe('`page` reads the value once per page and adds it to every row. Defaults to `record`.'),
  required: z.boolean().optional().describe('If true, rows without the value are skipped.'),
  key: z
    .boolean()
    .optional()
    .describe(
      'True for fields that identify a row. Of rows with the same values in these fields, only the first is kept.',
    ),
});

/** Selector for the records on a page with several records. */
const recipeRecords = z.strictObject({
  selector: text('CSS selector of the record elements.'),
  nested: z
    .boolean()
    .optional()
    .describe(
      'If true, records inside records (such as replies in a thread) are also read, each without its inner records.',
    ),
  name: text('Property of the structured data that contains the list; if omitted, the data itself is the list.')
    .max(200)
    .optional(),
});

/**
 * Usual fill rates, row count and currencies on matching pages. Large deviations mean that the pages have probably
 * changed.
 */
const recipeHealth = z.strictObject({
  pages: z.int().min(1).describe('Number of pages that the usual fill rates and row counts were computed from.'),
  fill: z.record(z.string(), share).describe('Share of rows that have a value, 0–1, by field name.'),
  rows: z.number().min(0).optional().describe('Usual number of rows per page; only for recipes with records.'),
  currencies: z
    .record(z.string(), z.string().regex(/^(?:[A-Z]{3}|[^\s\d]{1,3})$/))
    .optional()
    .describe(
      'Currency of fields of the type `price`: a code such as `EUR`, or the sign if several currencies share it (`$`, `kr`). Values in another currency are reported in `warning`.',
    ),
});

/** Additional columns, read from the detail page that each row links to. */
const recipeDetails = z.strictObject({
  link: text('Name of a field of the type `link` that leads to the detail page of each row.').max(200),
  fields: z.array(recipeField).min(1).max(100).describe('Columns read from the detail page; the page is one record.'),
  health: recipeHealth.optional().describe('Usual fill rates on detail pages.'),
});

/** Pages and request that a recipe was learned from. Used to relearn the recipe. */
const recipeOrigin = z.strictObject({
  urls: z.array(z.string().max(4000)).max(100).describe('Pages from which the recipe was learned.'),
  at: z.iso.datetime().describe('When the recipe was learned.'),
  schema: z.record(z.string(), z.unknown()).optional().describe('JSON schema that the recipe was learned with.'),
  prompt: z.string().max(10_000).optional().describe('Prompt that the recipe was learned with.'),
});

/** Schema of a recipe file. Unlike `recipeSchema`, it does not validate selectors and patterns. */
export const recipeShape = z.strictObject({
  $schema: z.string().max(maxChars).optional().describe('URL of the recipe schema, for editors.'),
  version: z.literal(1).describe('Version of the file format.'),
  name: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u, {
      message:
        'A name has 1 to 80 letters, digits, spaces, dots, underscores and hyphens, and begins with a letter or digit.',
    })
    .refine((name) => name !== 'auto', {
      message: 'The name "auto" is reserved: it selects the recipe that fits a page.',
    })
    .describe('Name of the recipe.'),
  description: z.string().max(2000).optional().describe('Description for users.'),
  pages: z
    .array(text('URL in which `*` matches any characters, e.g. `https://shop.example/p/*`.'))
    .min(1)
    .max(50)
    .describe('URLs that the recipe applies to; pages with other URLs are not read with the recipe.'),
  records: recipeRecords.optional().describe('Records of the page; if omitted, the page is one record.'),
  fields: z.array(recipeField).min(1).max(100).describe('Columns of the rows.'),
  details: recipeDetails
    .optional()
    .describe(
      'Columns from the detail pages that rows link to. Only table jobs read these columns, by visiting each row’s detail page.',
    ),
  next: text(
    'CSS selector of the link to the next page of the list; if it matches several page numbers, the next number after the current page is followed.',
  ).optional(),
  more: z
    .strictObject({
      selector: text(
        'CSS selector of the button; if it matches several page numbers, the next number after the current page is clicked. If omitted, the page is scrolled to its end.',
      ).optional(),
    })
    .optional()
    .describe(
      'How more records load on the same page: a button is clicked, or the page is scrolled, until no more records appear.',
    ),
  health: recipeHealth
    .optional()
    .describe('Usual fill rates and row counts on the recipe’s pages. Much lower values are reported in `warning`.'),
  learned: recipeOrigin.optional().describe('How the recipe was learned; absent for recipes made by hand.'),
});

/** Describes where the values are on one kind of page, so that the values can be read without a model. */
export type Recipe = z.output<typeof recipeShape>;

/** A column in a recipe's rows. */
export type RecipeField = Recipe['fields'][number];

/** A possible source of a value. */
export type RecipeSource = RecipeField['sources'][number];

/** A field whose value came from a lower-priority source in some rows. */
export interface RecipeFallback {
  readonly field: string;
  /** Position of the source that supplied the value, counting from 1. */
  readonly source: number;
  /** Number of affected rows. */
  readonly rows: number;
}

/** Rows that a recipe has read from a page, and how well the recipe still matches. */
export interface RecipeResult {
  readonly name: string;
  /** One object per record. Missing fields are null. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Share of rows (0–1) that have a value, by field. Empty if there are no rows. */
  readonly fill: Readonly<Record<string, number>>;
  readonly fallbacks: readonly RecipeFallback[];
  /** Fields that are missing more often than usual. */
  readonly missing: readonly string[];
  /** True when many fields are missing, so the pages have probably changed. */
  readonly changed: boolean;
  /**
   * Currency codes, e.g. `USD`, that differ from the usual currency, keyed by price field. Absent if no currency
   * differs.
   */
  readonly otherCurrencies?: Readonly<Record<string, string>>;
  /**
   * Price and date fields that contain a range in some rows. The lower end of the range is used as the value. Absent if
   * no field contains a range.
   */
  readonly ranges?: readonly string[];
  /** URL of the list's next page, if the recipe can find it. */
  readonly nextPage?: string;
}

/** Returns the columns read from detail pages. Empty if the recipe does not open any detail pages. */
export const detailFields = ({ details }: Recipe): readonly RecipeField[] => details?.fields ?? [];
