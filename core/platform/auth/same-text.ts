import { timingSafeEqual } from 'node:crypto';

/** True if two secrets are equal. Comparing secrets of the same length takes constant time. */
export function sameText(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
