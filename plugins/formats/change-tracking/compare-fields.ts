/** A field whose value is no longer what it was; null where one of both has none. */
export interface ChangedField {
  readonly previous: unknown;
  readonly current: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The fields of two extractions that differ; undefined where there is nothing to compare. */
export function compareFields(before: unknown, after: unknown): Readonly<Record<string, ChangedField>> | undefined {
  if (!isFields(before) || !isFields(after)) return undefined;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names
    .map((name) => [name, { previous: before[name] ?? null, current: after[name] ?? null }] as const)
    .filter(([, { previous, current }]) => JSON.stringify(previous) !== JSON.stringify(current));
  return Object.fromEntries(changed);
}
