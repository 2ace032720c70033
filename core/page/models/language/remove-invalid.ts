import { ownValue } from '../../../common/values/own-value';
import type { Field } from '../../extraction/rules/schema/field';
import { stepsOfPointer } from '../../extraction/rules/schema/normalise-schema';
import type { ReadAnswer } from './read-answer';
import type { SchemaErrors } from './schema-check';

/** An answer without the values that violated the schema. */
export interface ValidAnswer extends ReadAnswer {
  /** JSON pointers of removed values, with `*` for list indexes. */
  readonly removed: readonly string[];
  /** Schema violation that remains after the removal, if any. */
  readonly problem?: string;
}

type Holder = Record<string, unknown>;

/** Removes scalars that violate the schema (e.g. an out-of-range number) and records them as missing. */
export async function removeInvalid(field: Field, answer: ReadAnswer, errorsOf: SchemaErrors): Promise<ValidAnswer> {
  const data = structuredClone(answer.data);
  const missing = [...answer.missing];
  const removed: string[] = [];
  const pathsOf = () => new Set(missing.map(({ path }) => path));
  for (const { instancePath, message } of await errorsOf(data, pathsOf())) {
    if (!removeLeaf(field, data, instancePath)) continue;
    removed.push(instancePath);
    missing.push({ path: instancePath, reason: `The model's answer does not match the schema: it ${message}.` });
  }
  const [error] = await errorsOf(data, pathsOf());
  return {
    data,
    sources: answer.sources.filter(({ path }) => !removed.includes(path)),
    missing,
    dropped: answer.dropped,
    removed: removed.map((path) => path.replace(/\/\d+(?=\/|$)/g, '/*')),
    ...(error ? { problem: `${error.instancePath || 'it'} ${error.message}` } : {}),
  };
}

/** Removes a scalar from an object. Returns false if the pointer does not refer to a scalar. */
function removeLeaf(root: Field, data: unknown, pointer: string): boolean {
  const steps = stepsOfPointer(pointer);
  const field = steps.reduce<Field | undefined>(
    (at, step) => (at?.kind === 'array' ? at.items : at?.fields.find(({ name }) => name === step)),
    root,
  );
  const last = steps.pop();
  const holder = steps.reduce<unknown>((at, step) => (isHolder(at) ? ownValue(at, step) : undefined), data);
  if (last === undefined || !isHolder(holder) || Array.isArray(holder) || isHolder(holder[last])) return false;
  if ((holder[last] ?? null) === null) return false;
  if (field?.required || field?.nullable) holder[last] = null;
  else delete holder[last];
  return true;
}

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;
