import { isTraversal, parse } from 'css-what';
import { z } from 'zod';

/** Ways to name elements that only the browser's driver knows; it checks them itself. */
const driverOnly = /^(?:aria|xpath|text|pierce)\/|>>>|::-p-/;

function problemOf(selector: string): string | undefined {
  if (driverOnly.test(selector)) return undefined;
  try {
    const ends = parse(selector).flatMap((tokens) => [tokens[0], tokens.at(-1)]);
    return ends.some((token) => !token || isTraversal(token)) ? 'a combinator stands alone' : undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

/** Schema of a CSS selector: what is none is refused with the request, before a page is fetched. */
export const cssSelector = z
  .string()
  .min(1)
  .superRefine((selector, context) => {
    const problem = problemOf(selector);
    if (!problem) return;
    context.addIssue({ code: 'custom', message: `"${selector}" is no CSS selector: ${problem}.`, input: selector });
  });
