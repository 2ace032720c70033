import type { z } from 'zod';

/** Maximum number of issues per response, and of unknown keys per issue. */
const maxNamed = 50;
const maxTextLength = 500;

const shortened = (text: string): string => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text);

function compact(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const path = issue.path.map((step) => (typeof step === 'string' ? shortened(step) : step));
  const short = { ...issue, path, message: shortened(issue.message) };
  if (short.code === 'unrecognized_keys') return { ...short, keys: short.keys.slice(0, maxNamed).map(shortened) };
  if (short.code !== 'invalid_union') return short;
  return { ...short, errors: short.errors.map(compactIssues) } as z.core.$ZodIssue;
}

/**
 * Limits the number and length of issues. Otherwise, issues that quote their input could make the response as large as
 * the request.
 */
export const compactIssues = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] =>
  issues.slice(0, maxNamed).map(compact);
