import type { RecipeField } from '../../../common/recipe';

/** Returns a text that starts with a number without its numbers, because numbers alone do not make a title. */
export const wordsOnly = (text: string): string => (/^\P{L}*\d/u.test(text) ? text.replace(/\d+/g, '') : text);

/** Mean length below which texts that are called a description may be titles. */
const maxTitleChars = 60;

/** True for texts that are called a description on the page, but are as short as names. */
export const isNameLike = (name: string | undefined, type: RecipeField['type'], texts: readonly string[]): boolean =>
  type === 'text' &&
  name === 'description' &&
  texts.reduce((sum, text) => sum + text.length, 0) < maxTitleChars * texts.length;
