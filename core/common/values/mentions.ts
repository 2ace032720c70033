/** Asks about one field of a request, wherever it stands. */
export type FieldTest = (field: string, value: unknown) => boolean;

/** True where a field has a name as its value, or as the `name` in it. */
export const namesIn =
  (wanted: string, name: string): FieldTest =>
  (field, value) =>
    field === wanted && (value === name || (value as { readonly name?: unknown } | null)?.name === name);

/** Whether some field of a value, at any depth, passes a test. */
export function mentions(value: unknown, test: FieldTest): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([field, inner]) => test(field, inner) || mentions(inner, test));
}

/** Names of the saved jobs whose request passes a test. */
export const usedBy = (
  jobs: readonly { readonly name: string; readonly request: unknown }[],
  test: FieldTest,
): readonly string[] => jobs.filter(({ request }) => mentions(request, test)).map(({ name }) => name);
