import type { Chosen } from './scrape-request';

/** A format as far as it tells what it needs beside it. */
interface NeedyFormat {
  readonly id: string;
  readonly requires?: readonly string[];
}

/** Chosen formats, with those in front that they need beside them. */
export function withRequired(formats: readonly Chosen[], known: readonly NeedyFormat[] = []): readonly Chosen[] {
  const present = new Set(formats.map((format) => format.id));
  const missing = formats
    .flatMap((format) => known.find((one) => one.id === format.id)?.requires ?? [])
    .filter((id) => !present.has(id));
  return [...[...new Set(missing)].map((id) => ({ id, options: {} })), ...formats];
}
