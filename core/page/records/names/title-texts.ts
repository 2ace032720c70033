import type { RecipeField } from '../../../common/recipe';

/** Removes the numbers from a text that starts with a number, because numbers alone do not make a title. */
export const wordsOnly = (text: string): string => (/^\P{L}*\d/u.test(text) ? text.replace(/\d+/g, '') : text);

/** Texts in a column called `description` may be titles if their mean length, in characters, is below this limit. */
const maxTitleChars = 60;

/** True for a text column called `description` whose texts are as short as names. */
export const isNameLike = (name: string | undefined, type: RecipeField['type'], texts: readonly string[]): boolean =>
  type === 'text' &&
  name === 'description' &&
  texts.reduce((sum, text) => sum + text.length, 0) < maxTitleChars * texts.length;
