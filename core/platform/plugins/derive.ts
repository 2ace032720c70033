import { AppError, toAppError } from '../../common/errors';
import type { FormatRequest } from '../../common/model';
import type { BaseValues, DeriveContext, FormatPlugin } from '../../contract/plugin';

/** Inputs for deriving formats. */
export interface Derivation {
  /** Format IDs in derivation order (see `orderFormats`). */
  readonly order: readonly string[];
  readonly find: (id: string) => FormatPlugin | undefined;
  /** Formats requested by the caller, with their options. */
  readonly requests: readonly FormatRequest[];
  readonly configOf: (id: string) => unknown;
  readonly url: string;
  /** True for a page that is no longer linked. See `DeriveContext`. */
  readonly isUnlinked?: boolean;
  readonly signal: AbortSignal;
  readonly warn: (sentence: string) => void;
  /** Stores a format's data in the history. Absent if no history is written. */
  readonly keep?: (json: unknown) => void;
  /** Returns a base value by its name. Called at most once for each name. */
  readonly base: (name: keyof BaseValues, request: FormatRequest) => unknown;
}

/**
 * Derives formats in order and adds them to the existing values. If a format throws, the scrape fails with an error
 * that names the format.
 */
export async function deriveFormats(
  derivation: Derivation,
  start: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...start };
  for (const id of derivation.order) {
    if (Object.hasOwn(values, id)) continue;
    derivation.signal.throwIfAborted();
    values[id] = await deriveFormat(derivation, id, values);
  }
  return values;
}

async function deriveFormat(derivation: Derivation, id: string, values: Readonly<Record<string, unknown>>) {
  const format = derivation.find(id);
  if (!format) throw new AppError('UNKNOWN_ERROR', `The format "${id}" is not loaded.`);
  const request = derivation.requests.find(({ type }) => type === id) ?? { type: id };
  const needs: Record<string, unknown> = {};
  for (const need of format.needs) {
    needs[need] = Object.hasOwn(values, need) ? values[need] : await derivation.base(need as keyof BaseValues, request);
  }
  const context: DeriveContext = {
    url: derivation.url,
    isUnlinked: derivation.isUnlinked ?? false,
    options: request,
    config: derivation.configOf(id),
    warn: derivation.warn,
    keep: derivation.keep ?? (() => undefined),
    signal: derivation.signal,
  };
  try {
    return await (format.derive as (values: unknown, context: DeriveContext) => unknown)(needs, context);
  } catch (thrown) {
    if (derivation.signal.aborted) throw derivation.signal.reason;
    if (thrown instanceof AppError) throw thrown;
    throw toAppError(new Error(`format "${id}": ${thrown instanceof Error ? thrown.message : thrown}`));
  }
}
