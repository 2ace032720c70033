import { timingSafeEqual } from 'node:crypto';

/** Compares secrets of the same length in constant time. */
export function sameText(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
