import type { result as english } from '../en/result';

/** German: result. */
export const result: Readonly<Record<keyof typeof english, string>> = {};
