/** Formats numbers as a list of ranges: `0-4,7`. */
export function writeRanges(numbers: Iterable<number>): string {
  const sorted = [...numbers].sort((one, other) => one - other);
  const parts: string[] = [];
  for (let at = 0; at < sorted.length; ) {
    const first = sorted[at] ?? 0;
    let run = 1;
    while (sorted[at + run] === first + run) run += 1;
    parts.push(run === 1 ? `${first}` : `${first}-${first + run - 1}`);
    at += run;
  }
  return parts.join(',');
}

const maxNumbers = 10_000_000;

/** Parses a list of ranges. Undefined if the list is invalid. */
export function readRanges(text: string): readonly number[] | undefined {
  const numbers: number[] = [];
  for (const part of text.split(',')) {
    const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (Number.isNaN(from) || to < from || numbers.length + to - from >= maxNumbers) return undefined;
    for (let number = from; number <= to; number++) numbers.push(number);
  }
  return numbers;
}
