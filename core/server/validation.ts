import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { compactIssues } from '../common/api/issues';
import { AppError } from '../common/errors';

/** Hints for field names that belong to another API version. */
const otherNames: Readonly<Record<string, string>> = {
  parsePDF: 'v2 uses `parsers`',
  jsonOptions: 'v2 uses `{ type: "json", … }` in `formats`',
  changeTrackingOptions: 'v2 uses `{ type: "changeTracking", … }` in `formats`',
  extract: 'v2 uses `{ type: "json", … }` in `formats`',
  geolocation: 'v2 uses `location`',
  ignoreSitemap: 'v2 uses `sitemap`',
  maxDepth: 'v2 uses `maxDiscoveryDepth`',
  allowBackwardLinks: 'v2 uses `crawlEntireDomain`',
  parsers: 'v1 uses `parsePDF`',
  sitemap: 'v1 uses `ignoreSitemap`',
};

/** True for an issue that rejects the entire value or the value's `type` field. */
const rejectsType = ({ code, path }: z.core.$ZodIssue): boolean =>
  code === 'invalid_type' || code === 'invalid_value'
    ? path.length === 0 || (path.length === 1 && path[0] === 'type')
    : false;

/**
 * Returns the issues of the best-matching union member: preferably the first member that accepts the value's type and
 * its `type` field.
 */
function nearest(errors: readonly z.core.$ZodIssue[][]): readonly z.core.$ZodIssue[] | undefined {
  return (
    errors.find((issues) => !issues.some(rejectsType)) ??
    errors.find(([first]) => first && !(first.code === 'invalid_type' && first.path.length === 0)) ??
    errors[0]
  );
}

/** Adds advice to issues about unknown keys and unmatched unions. */
function explain(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code === 'invalid_union') {
    const [first] = nearest(issue.errors)?.map(explain) ?? [];
    return first ? { ...issue, path: [...issue.path, ...first.path], message: first.message } : issue;
  }
  if (issue.code !== 'unrecognized_keys') return issue;
  const hints = issue.keys.map((key) => (Object.hasOwn(otherNames, key) ? `${key} (${otherNames[key]})` : key));
  return {
    ...issue,
    message: `Unrecognized key in body: ${hints.join(', ')}; please review the documentation at /docs.`,
  };
}

/** Creates a BAD_REQUEST error from schema issues. */
export function badRequest(error: z.core.$ZodError): AppError {
  const details = compactIssues(error.issues.map(explain));
  const [first] = details;
  const path = first?.path.join('.');
  const issue = first && `Bad Request: ${path ? `${path}: ` : ''}${first.message}`;
  // Uses the messages of custom rules unchanged, as published clients expect.
  return new AppError('BAD_REQUEST', first?.code === 'custom' ? first.message : issue, { details });
}

/** Validates requests with zod schemas. Responses are sent without validation. */
export function addValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (value: unknown) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? { value: parsed.data } : { error: badRequest(parsed.error) };
  });
  app.setSerializerCompiler(() => (value: unknown) => JSON.stringify(value));
}
