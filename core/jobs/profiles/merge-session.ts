import type { SessionChange, SessionState, StoredCookie, StoredItem } from '../../common/page-session';

const keyOfCookie = ({ domain, path, name }: StoredCookie): string => JSON.stringify([domain, path, name]);
const keyOfItem = ({ origin, key }: StoredItem): string => JSON.stringify([origin, key]);

/** Serializes the fields of a cookie in a fixed order. */
const textOfCookie = ({ name, value, domain, hostOnly, path, ...rest }: StoredCookie): string =>
  JSON.stringify([name, value, domain, hostOnly, path, rest.secure, rest.httpOnly, rest.sameSite, rest.expiresAt]);
const textOfItem = ({ value }: StoredItem): string => value;

/** Applies a page's changes to the session, and preserves the changes made by concurrent pages. */
export function mergeSession(present: SessionState, { before, after }: SessionChange): SessionState {
  const cookies = { present: present.cookies, before: before.cookies, after: after.cookies };
  const items = { present: present.items, before: before.items, after: after.items };
  return { cookies: merged(cookies, keyOfCookie, textOfCookie), items: merged(items, keyOfItem, textOfItem) };
}

/** True when both sessions are equal. */
export const isSameSession = (one: SessionState, other: SessionState): boolean =>
  isSame(one.cookies, other.cookies, keyOfCookie, textOfCookie) &&
  isSame(one.items, other.items, keyOfItem, textOfItem);

type Lists<T> = Readonly<Record<'present' | 'before' | 'after', readonly T[]>>;
type TextOf<T> = (entry: T) => string;

/**
 * Merges the entries of one kind, such as the cookies. An entry that the page removed is deleted only if no other page
 * has changed it.
 */
function merged<T>({ present, before, after }: Lists<T>, keyOf: TextOf<T>, textOf: TextOf<T>): readonly T[] {
  const byKey = (list: readonly T[]) => new Map(list.map((entry) => [keyOf(entry), entry]));
  const [result, first, last] = [byKey(present), byKey(before), byKey(after)];
  const differ = (one: T | undefined, other: T) => one === undefined || textOf(one) !== textOf(other);
  for (const [key, entry] of last) if (differ(first.get(key), entry)) result.set(key, entry);
  for (const [key, entry] of first) if (!last.has(key) && !differ(result.get(key), entry)) result.delete(key);
  return [...result.values()];
}

function isSame<T>(one: readonly T[], other: readonly T[], keyOf: TextOf<T>, textOf: TextOf<T>): boolean {
  const texts = new Map(other.map((entry) => [keyOf(entry), textOf(entry)]));
  return one.length === other.length && one.every((entry) => texts.get(keyOf(entry)) === textOf(entry));
}
