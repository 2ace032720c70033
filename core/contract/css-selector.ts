import { isTraversal, parse } from 'css-what';
import { z } from 'zod';

const driverOnly = /^(?:aria|xpath|text|pierce)\/|>>>|::-p-/;

/** True for a selector that only the browser driver can parse and check. */
export const isDriverSelector = (selector: string): boolean => driverOnly.test(selector);

function problemOf(selector: string): string | undefined {
  if (isDriverSelector(selector)) return undefined;
  try {
    const ends = parse(selector).flatMap((tokens) => [tokens[0], tokens.at(-1)]);
    return ends.some((token) => !token || isTraversal(token)) ? 'a combinator has no selector next to it' : undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

/** Schema of a CSS selector. An invalid selector makes the request fail before any page is fetched. */
export const cssSelector = z
  .string()
  .min(1)
  .superRefine((selector, context) => {
    const problem = problemOf(selector);
    if (!problem) return;
    context.addIssue({ code: 'custom', message: `"${selector}" is not a CSS selector: ${problem}.`, input: selector });
  });
