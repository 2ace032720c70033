import type { CDPSession, Protocol } from 'puppeteer';
import {
  cookieUrl,
  type PageSession,
  type SessionState,
  type StoredCookie,
  type StoredItem,
} from '../../../common/page-session';
import { ownWorld } from './page-scripts';
import type { PageSlot } from './page-slot';

/** A session that has been loaded into a page. */
export interface SessionInPage {
  /**
   * Stops restoring local storage in new documents, so that items removed by the page stay removed. Called once the
   * first document has loaded.
   */
  begun(): Promise<void>;
  /** Saves the page's changes to the session. */
  keep(): Promise<void>;
}

/** Loads the cookies and local storage of a session into a page that has not opened any URL yet. */
export async function putSession({ client, watch, page }: PageSlot, session: PageSession): Promise<SessionInPage> {
  const before = await session.load();
  const [script] = await Promise.all([putItems(client, before.items), putCookies(client, before.cookies)]);
  return {
    begun: async () => {
      if (script === undefined) return;
      await client.send('Page.removeScriptToEvaluateOnNewDocument', { identifier: script }).catch(() => undefined);
    },
    keep: async () => session.keep({ before, after: await readSession({ client, watch }, before), url: page.url() }),
  };
}

/**
 * Returns the cookies and local storage of a page. For origins other than the current document's origin, takes the
 * local storage from `before`.
 */
export async function readSession(
  { client, watch }: Pick<PageSlot, 'client' | 'watch'>,
  before: SessionState,
): Promise<SessionState> {
  const { cookies } = await client.send('Network.getAllCookies');
  const read = await watch.evaluate<{ origin: string; items: [string, string][] } | null>(readItems).catch(() => null);
  const kept = read ? before.items.filter(({ origin }) => origin !== read.origin) : before.items;
  const items = read?.items.map(([key, value]): StoredItem => ({ origin: read.origin, key, value })) ?? [];
  return { cookies: cookies.flatMap((cookie) => toKept(cookie) ?? []), items: [...kept, ...items] };
}

const readItems = `(() => {
  try { return { origin: location.origin, items: Object.entries(localStorage) }; } catch { return null; }
})()`;

/**
 * Restores local storage in each new document. Existing keys are preserved, because documents after the first may have
 * stored newer values.
 */
async function putItems(client: CDPSession, items: readonly StoredItem[]): Promise<string | undefined> {
  if (items.length === 0) return undefined;
  const source = `(() => {
    try {
      for (const { origin, key, value } of ${JSON.stringify(items)})
        if (origin === location.origin && localStorage.getItem(key) === null) localStorage.setItem(key, value);
    } catch {}
  })()`;
  const { identifier } = await client.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: ownWorld });
  return identifier;
}

/**
 * Sets all cookies at once. If the browser rejects one of them, the entire call fails, and each cookie is then set
 * individually.
 */
async function putCookies(client: CDPSession, cookies: readonly StoredCookie[]): Promise<void> {
  if (cookies.length === 0) return;
  const params = cookies.map(toParam);
  const all = await client.send('Network.setCookies', { cookies: params }).catch((thrown: unknown) => ({ thrown }));
  if (!all) return;
  for (const cookie of params) await client.send('Network.setCookies', { cookies: [cookie] }).catch(() => undefined);
}

function toParam(kept: StoredCookie): Protocol.Network.CookieParam {
  const { domain, hostOnly, expiresAt, ...cookie } = kept;
  const place = hostOnly ? { url: cookieUrl(kept) } : { domain };
  return { ...cookie, ...place, ...(expiresAt === undefined ? {} : { expires: expiresAt / 1000 }) };
}

/**
 * Converts a cookie for storage. Skips partitioned cookies, which belong to third-party frames. A cookie received over
 * TLS counts as secure.
 */
function toKept(cookie: Protocol.Network.Cookie): StoredCookie | undefined {
  if (cookie.partitionKey) return undefined;
  const { name, value, path, httpOnly, sameSite, session, expires } = cookie;
  return {
    ...{ name, value, path, httpOnly },
    domain: cookie.domain.replace(/^\.|[[\]]/g, '').toLowerCase(),
    hostOnly: !cookie.domain.startsWith('.'),
    secure: cookie.secure || cookie.sourceScheme === 'Secure',
    ...(sameSite ? { sameSite } : {}),
    ...(session || expires <= 0 ? {} : { expiresAt: Math.round(expires * 1000) }),
  };
}
