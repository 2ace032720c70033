import { z } from 'zod';

/** What the value of a field is read as. */
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

/** Most characters of a selector, a label or a pattern. */
const maxChars = 1000;
const text = (sentence: string) => z.string().min(1).max(maxChars).describe(sentence);
const share = z.number().min(0).max(1);

/** A place a value may stand in; exactly one of `selector`, `markup`, `state`, `label` and `address` is given. */
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

/** One column of the rows. */
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

/** Which elements are the records of a page with several. */
const recipeRecords = z.strictObject({
  selector: text('CSS selector of the elements that hold one record each.'),
  nested: z
    .boolean()
    .optional()
    .describe('True reads records inside records, too (answers in a thread), each without those inside it.'),
  name: text('Name of the list in structured data; the data is the list itself when absent.').max(200).optional(),
});

/** What pages of the kind usually give. */
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

/** Further columns, read from the page that each row links to. */
const recipeDetails = z.strictObject({
  link: text('Name of the field, of the type `link`, that leads to the detail page of its row.').max(200),
  fields: z.array(recipeField).min(1).max(100).describe('Columns that are read there; the page is one record.'),
  health: recipeHealth.optional().describe('What detail pages usually give.'),
});

/** How a learned recipe was made, so that it can be learned anew. */
const recipeOrigin = z.strictObject({
  urls: z.array(z.string().max(4000)).max(100).describe('Pages it was learned from.'),
  at: z.iso.datetime().describe('When.'),
  schema: z.record(z.string(), z.unknown()).optional().describe('JSON schema the data was asked for by.'),
  prompt: z.string().max(10_000).optional().describe('Words the data was asked for by.'),
});

/** A recipe file without the checks of its selectors and patterns, which `recipeSchema` makes. */
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

/** A recipe: which values stand where on pages of one kind, without a model. */
export type Recipe = z.output<typeof recipeShape>;

/** One column of the rows of a recipe. */
export type RecipeField = Recipe['fields'][number];

/** A place a value may stand in. */
export type RecipeSource = RecipeField['sources'][number];

/** A value of which another place than the best was taken. */
export interface RecipeFallback {
  readonly field: string;
  /** Which of the field's sources gave the value, 2 for the second. */
  readonly source: number;
  /** In how many rows. */
  readonly rows: number;
}

/** What a recipe read from a page. */
export interface RecipeResult {
  /** Name of the recipe. */
  readonly name: string;
  /** One object for each record; a field that is missing is null. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Share of the rows that have each field, 0–1; empty without rows. */
  readonly fill: Readonly<Record<string, number>>;
  readonly fallbacks: readonly RecipeFallback[];
  /** Fields that are missing more often than they usually are. */
  readonly missing: readonly string[];
  /** True where so much is missing that the pages seem to have changed. */
  readonly changed: boolean;
  /** Currency of price fields that are in another one than usual, e.g. `USD`; absent where none is. */
  readonly otherCurrencies?: Readonly<Record<string, string>>;
  /** Price fields that are ranges in some rows, of which the lower end is read; absent if none is. */
  readonly ranges?: readonly string[];
  /** Address of the next page of the list, where the recipe knows its link. */
  readonly nextPage?: string;
}

/** The columns read from detail pages; empty when the recipe follows none. */
export const detailFields = ({ details }: Recipe): readonly RecipeField[] => details?.fields ?? [];
