/** Predicate for one field of a request, at any depth. */
export type FieldTest = (field: string, value: unknown) => boolean;

/**
 * Returns a predicate that accepts the field `wanted` if its value is `name`, or an object whose `name` property is
 * `name`.
 */
export const namesIn =
  (wanted: string, name: string): FieldTest =>
  (field, value) =>
    field === wanted && (value === name || (value as { readonly name?: unknown } | null)?.name === name);

/** True if any field of a value, at any depth, passes a test. */
export function mentions(value: unknown, test: FieldTest): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([field, inner]) => test(field, inner) || mentions(inner, test));
}

/** Returns the names of the saved jobs whose requests pass a test. */
export const usedBy = (
  jobs: readonly { readonly name: string; readonly request: unknown }[],
  test: FieldTest,
): readonly string[] => jobs.filter(({ request }) => mentions(request, test)).map(({ name }) => name);
