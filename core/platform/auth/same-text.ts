import { timingSafeEqual } from 'node:crypto';

/** True if two secrets are equal. The comparison takes constant time if they have the same length. */
export function sameText(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
