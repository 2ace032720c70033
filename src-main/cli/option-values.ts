import { InvalidArgumentError } from 'commander';

/** Entries with commas between. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** The values of an option that may be given several times. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** A time in whole milliseconds. */
export function milliseconds(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0)
    throw new InvalidArgumentError('It must be a whole number of milliseconds.');
  return value;
}

/** A time in seconds, fractions allowed. */
export function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number of seconds above 0.');
  return value;
}

/** How many of something, at least one. */
export function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}

/** How many of something, perhaps none. */
export function countOrNone(text: string): number {
  return text === '0' ? 0 : count(text);
}
