import type { Evidence } from '../page/evidence';

/** Returns the lines of a page in lower case, for fast searches. Use with `once`. */
export const lowerLines = ({ view }: Evidence): readonly string[] => view.lines.map(({ text }) => text.toLowerCase());
