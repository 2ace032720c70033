/** Sentences in English, by key. The app translates them. Braces mark placeholders. */
export const engineSentences = {
  'table.gone': 'The clicked element is no longer on the page; click again.',
  'table.clickValues': 'Click the values to use as columns of this record.',
  'table.nothingSimilar':
    'Nothing on the page is similar to your selection. Click another part, or treat the page as one record.',
  'table.nothingDiffers': 'All values are the same in every record. Try "Wider", or click the values.',
  'table.noSelector': 'No selector matches all of these records. Click one elsewhere in the list, or try "Wider".',
  'table.otherCount': '{selected} records are selected, but the recipe finds {found}.',
  'table.oneFurther': '1 more similar record is elsewhere on the page. To include it, click "Wider".',
  'table.further': '{count} more similar records are elsewhere on the page. To include them, click "Wider".',
  'table.oneAlsoRead':
    '1 more element looks like a record and is also read. To exclude it, click "Exclude record", then the element.',
  'table.alsoRead':
    '{count} more elements look like records and are also read. To exclude one, click "Exclude record", then the element.',
  'table.noRows': 'No rows were found; check that the recipe is for this page.',
  'table.sparse': 'Columns with values in fewer than half of the rows: {columns}.',
  'recipe.range': 'Recipe "{recipe}": {field} is a range in some rows; only its lower end is read.',
  'recipe.oneIncomplete': 'Recipe "{recipe}": 1 row without {fields} was excluded.',
  'recipe.incomplete': 'Recipe "{recipe}": {count} rows without {fields} were excluded.',
  'recipe.oneRepeated': 'Recipe "{recipe}": 1 row with the {fields} of an earlier row was excluded.',
  'recipe.repeated': 'Recipe "{recipe}": {count} rows with the {fields} of an earlier row were excluded.',
  'recipe.dispute': 'Recipe "{recipe}": the sources of a value disagree: {values}. The first value was used.',
  'recipe.currency': 'Recipe "{recipe}": {field} is now in {currency}; it was in {usual} before.',
  'recipe.noValues': 'Recipe "{recipe}": no values were found for {fields}.',
  'recipe.fewValues': 'Recipe "{recipe}": fewer values than usual (shares in parentheses) were found for {fields}.',
  'recipe.nothing': 'Recipe "{recipe}": nothing was found on the page.',
  'recipe.changed': 'The template of the page seems to have changed; let Gleaner learn the recipe "{recipe}" again.',
  'recipe.otherPage': 'The recipe "{recipe}" is for {pages}, so it was not used for {url}.',
  'missing.onPage': '"{column}" was not found on this page, so this monitor cannot report it.',
  'missing.onPages': '"{column}" was not found on any of the pages, so this monitor cannot report it.',
  'missing.inRows': 'No row has a value in the column "{column}", so the condition on it cannot be met.',
  'missing.pageAdvice': 'Change the name of the value, or watch a list on the page as a table.',
  'missing.rowAdvice': 'Choose another column in the settings of the monitor.',
  'condition.valueChanged': '{subject} changed from {before} to {now}.',
  'condition.textChanged': 'The text of {row} changed.',
  'condition.fell': '{subject} fell from {before} to {now}.',
  'condition.rose': '{subject} rose from {before} to {now}.',
  'condition.below': '{subject} is {now}, below {limit}.',
  'condition.above': '{subject} is {now}, above {limit}.',
  'condition.changed': '{subject} changed from {before} to {now} ({share}).',
  'condition.lowest': '{subject} is {now}, the lowest so far (before: {before}).',
  'condition.highest': '{subject} is {now}, the highest so far (before: {before}).',
  'condition.newRow': 'New: {row}.',
  'condition.appeared': '"{text}" has appeared.',
  'condition.disappeared': '"{text}" has disappeared.',
} as const;

/** Key of a sentence. */
export type SentenceKey = keyof typeof engineSentences;
type Values = Readonly<Record<string, string | number>>;

/** Replaces the placeholders in a sentence with values. */
export const fillSentence = (sentence: string, values: Values): string =>
  sentence.replace(/\{(\w+)\}/g, (brace, name: string) => String(values[name] ?? brace));

/** Returns an English sentence by key. */
export const engineSentence = (key: SentenceKey, values: Values = {}): string =>
  fillSentence(engineSentences[key], values);
