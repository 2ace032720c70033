import { z } from 'zod';

/** Types of field values. */
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

/** Maximum length of a selector, a label or a pattern, characters. */
const maxChars = 1000;
const text = (sentence: string) => z.string().min(1).max(maxChars).describe(sentence);
const share = z.number().min(0).max(1);

/** A possible place of a value; exactly one of `selector`, `markup`, `state`, `label` and `address` is given. */
export const recipeSource = z.strictObject({
  selector: text('CSS selector within the record or the page; `:scope` is the record itself.').optional(),
  attribute: text('Attribute to read instead of the text of the element.').optional(),
  unique: z
    .boolean()
    .optional()
    .describe('True reads nothing where several elements match the selector and say different things.'),
  markup: text('Type of the thing in JSON-LD, microdata or RDFa that the page is about, e.g. `product`.').optional(),
  path: text('Path of the property in that thing, e.g. `offers.price`; needed with `markup`.').optional(),
  state: text(
    'Path in the data that scripts of the page carry, e.g. `props.pageProps.product.price` in `__NEXT_DATA__`; a number is a place in a list.',
  ).optional(),
  label: text('Label of the page whose value is read, e.g. `Article number`; case and marks do not count.').optional(),
  address: z.literal(true).optional().describe('The address of the page.'),
  pattern: text('Regular expression; its first group, else all of what it finds, is the value.').optional(),
});

/** A column of the rows. */
export const recipeField = z.strictObject({
  name: text('Name in the row; a slash parts the names of nested objects, as in a JSON pointer.').max(200),
  type: z.enum(recipeTypes).describe('What the value is read as; what cannot be read so is no value.'),
  choices: z
    .array(z.union([z.string().max(maxChars), z.number()]))
    .min(1)
    .max(200)
    .optional()
    .describe('Values of the type `choice`.'),
  sources: z.array(recipeSource).min(1).max(20).describe('Where the value stands, the best place first.'),
  list: z.boolean().optional().describe('True for all values of a source as a list, not only the first.'),
  of: z
    .enum(['record', 'page'])
    .optional()
    .describe('`page` reads the value once for the whole page and puts it into each row; `record` when absent.'),
  required: z.boolean().optional().describe('True leaves out rows without the value.'),
  key: z
    .boolean()
    .optional()
    .describe('True for fields that tell rows apart: of rows with the same ones the first stays.'),
});

/** Selects the records of a page with several. */
const recipeRecords = z.strictObject({
  selector: text('CSS selector of the elements that hold one record each.'),
  nested: z
    .boolean()
    .optional()
    .describe('True reads records inside records, too (answers in a thread), each without those inside it.'),
  name: text('Name of the list in structured data; the data is the list itself when absent.').max(200).optional(),
});

/** Usual fill rates of pages of this kind. */
const recipeHealth = z.strictObject({
  pages: z.int().min(1).describe('Pages the shares were counted on.'),
  fill: z.record(z.string(), share).describe('Share of the rows that have each field, 0–1.'),
  rows: z.number().min(0).optional().describe('Rows a page usually has; only for recipes with records.'),
  currencies: z
    .record(z.string(), z.string().regex(/^(?:[A-Z]{3}|[^\s\d]{1,3})$/))
    .optional()
    .describe(
      'Currency of fields of the type `price`: a code such as `EUR`, or the sign if several currencies share it (`$`, `kr`). Another currency is reported in `warning`.',
    ),
});

/** Additional columns, read from the page that each row links to. */
const recipeDetails = z.strictObject({
  link: text('Name of the field, of the type `link`, that leads to the detail page of its row.').max(200),
  fields: z.array(recipeField).min(1).max(100).describe('Columns that are read there; the page is one record.'),
  health: recipeHealth.optional().describe('What detail pages usually give.'),
});

/** How a learned recipe was made, so that it can be relearned. */
const recipeOrigin = z.strictObject({
  urls: z.array(z.string().max(4000)).max(100).describe('Pages it was learned from.'),
  at: z.iso.datetime().describe('When.'),
  schema: z.record(z.string(), z.unknown()).optional().describe('JSON schema the data was asked for by.'),
  prompt: z.string().max(10_000).optional().describe('Words the data was asked for by.'),
});

/** Schema of a recipe file without validation of selectors and patterns, which `recipeSchema` adds. */
export const recipeShape = z.strictObject({
  $schema: z.string().max(maxChars).optional().describe('Address of the schema of recipes, for editors.'),
  version: z.literal(1).describe('Version of the file format.'),
  name: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u, {
      message:
        'A name has 1 to 80 letters, digits, blanks, dots, underscores and hyphens, and begins with a letter or digit.',
    })
    .refine((name) => name !== 'auto', {
      message: 'The name "auto" is taken: it stands for the recipe that fits a page.',
    })
    .describe('Name the recipe is saved and used by.'),
  description: z.string().max(2000).optional().describe('What it reads, for people.'),
  pages: z
    .array(text('Address in which `*` stands for any characters, e.g. `https://shop.example/p/*`.'))
    .min(1)
    .max(50)
    .describe('Addresses it is made for; other pages are not read by it.'),
  records: recipeRecords.optional().describe('Records of a page with several; the page is one record when absent.'),
  fields: z.array(recipeField).min(1).max(100).describe('Columns of the rows.'),
  details: recipeDetails
    .optional()
    .describe('Columns of the pages that the rows link to. Only a table reads them: it visits the page of each row.'),
  next: text(
    'CSS selector of the link to the next page of the list; where it finds several, the number after that of the current page.',
  ).optional(),
  more: z
    .strictObject({
      selector: text(
        'CSS selector of the button; where it finds several page numbers, the one after that of the current page. The page is scrolled to its end when absent.',
      ).optional(),
    })
    .optional()
    .describe('How further records come on the same page: a button is pressed, or the page scrolled, until none come.'),
  health: recipeHealth.optional().describe('What its pages usually give: less is told in `warning`.'),
  learned: recipeOrigin.optional().describe('How it was made; absent for recipes made by hand.'),
});

/** A recipe: where values are on pages of one kind, readable without a model. */
export type Recipe = z.output<typeof recipeShape>;

/** A column of a recipe's rows. */
export type RecipeField = Recipe['fields'][number];

/** A possible place of a value. */
export type RecipeSource = RecipeField['sources'][number];

/** A value that was not read from the best source. */
export interface RecipeFallback {
  readonly field: string;
  /** Number of the source that supplied the value; 2 for the second. */
  readonly source: number;
  /** Number of affected rows. */
  readonly rows: number;
}

/** Result of reading a page with a recipe. */
export interface RecipeResult {
  readonly name: string;
  /** One object per record; missing fields are null. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Share of the rows that have each field, 0–1; empty without rows. */
  readonly fill: Readonly<Record<string, number>>;
  readonly fallbacks: readonly RecipeFallback[];
  /** Fields that are missing more often than usual. */
  readonly missing: readonly string[];
  /** True when so much is missing that the pages seem to have changed. */
  readonly changed: boolean;
  /** Currency of price fields that differs from the usual one, e.g. `USD`; absent without any. */
  readonly otherCurrencies?: Readonly<Record<string, string>>;
  /** Price fields with ranges in some rows, of which the lower end is read; absent without any. */
  readonly ranges?: readonly string[];
  /** URL of the next page of the list, when the recipe knows its link. */
  readonly nextPage?: string;
}

/** Returns the columns read from detail pages; empty when the recipe follows none. */
export const detailFields = ({ details }: Recipe): readonly RecipeField[] => details?.fields ?? [];
