import { InvalidArgumentError } from 'commander';

/** Parses a comma-separated list. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** Collects the values of a repeatable option. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** Parses a whole number of milliseconds. */
export function milliseconds(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new InvalidArgumentError('Enter a whole number of milliseconds.');
  return value;
}

/** Parses a number of seconds. Fractions are allowed. */
export function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('Enter a number of seconds greater than 0.');
  return value;
}

/** Parses a count of at least one. */
export function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Enter a whole number, 1 or greater.');
  return value;
}

/** Parses a count that may be zero. */
export function countOrNone(text: string): number {
  return text === '0' ? 0 : count(text);
}
