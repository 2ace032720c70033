import { z } from 'zod';
import { hostPermissions } from '../../common/plugin-files';
import type { GuardedHttp } from '../../contract/plugin';
import { sandboxLimits } from './messages';

/** Network access within one call. */
export interface RequestAccess {
  /**
   * Plugin settings that the user has changed. In approved hosts, `{setting:NAME}` means the host of the URL in that
   * setting.
   */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Guarded `fetch` that replaces the default `fetch`. */
  readonly http?: GuardedHttp;
  /** Timeout of a request, in ms. Defaults to 10 s. */
  readonly timeoutMs?: number;
}

/** A sandboxed plugin's access to the network. */
export interface PluginAccess {
  /** Hosts that the user has approved, e.g. `api.example.com`, `*.example.com` or `{setting:baseUrl}`. */
  readonly hosts: readonly string[];
  /** Names of the saved secrets that the user has approved. */
  readonly secrets: readonly string[];
  readonly http: GuardedHttp;
  /** Returns the value of a saved secret for an origin. Throws if the secret is saved for another origin. */
  secret(name: string, origin: string): Promise<string>;
}

const request = z.object({
  url: z.url({ protocol: /^https?$/ }),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().optional(),
  /** Body in Base64. */
  bytes: z.string().optional(),
  redirect: z.enum(['follow', 'error', 'manual']).default('follow'),
});

const defaultTimeoutMs = 10_000;
const maxRedirects = 5;
const secretPattern = /\{secret:([\w.-]{1,100})\}/g;

/**
 * Sends a request for a sandboxed plugin. Throws if the request is sent or redirected to a host that the user has not
 * approved.
 */
export async function sendRequest(
  access: PluginAccess,
  json: string,
  signal: AbortSignal,
  { settings = {}, http = access.http, timeoutMs = defaultTimeoutMs }: RequestAccess = {},
) {
  const parsed = request.safeParse(JSON.parse(json));
  if (!parsed.success) throw new Error(`The request is invalid: ${z.prettifyError(parsed.error)}`);
  const { url, headers, bytes, redirect } = parsed.data;
  const body = bytes === undefined ? parsed.data.body : Buffer.from(bytes, 'base64');
  const hosts = approvedHosts(access.hosts, settings);
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let [target, method] = [new URL(url), parsed.data.method];
  for (let hop = 0; hop <= maxRedirects; hop++) {
    assertApproved(hosts, target);
    const sent = await withSecrets(access, headers, target.origin);
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const init = {
      method,
      headers: sent,
      redirect: 'manual',
      signal: ending,
      body: hasBody ? body : undefined,
    } as const;
    const answer = await http.fetch(target.href, init);
    const location = answer.headers.get('location');
    const isRedirect = answer.status >= 300 && answer.status < 400 && location !== null;
    if (!isRedirect || redirect === 'manual') return await responseOf(answer, target);
    await answer.body?.cancel();
    if (redirect === 'error') throw new Error(`${target.href} redirects to ${location.slice(0, 200)}.`);
    target = new URL(location, target);
    if (answer.status === 303 || (answer.status < 303 && method === 'POST')) method = 'GET';
  }
  throw new Error(`${url} redirects more than ${maxRedirects} times.`);
}

/**
 * Returns the approved hosts. Replaces `{setting:NAME}` with the host of the URL in that setting, if the user has
 * changed the setting.
 */
export function approvedHosts(
  entries: readonly string[],
  settings: Readonly<Record<string, unknown>>,
): readonly string[] {
  const { hosts, settings: names } = hostPermissions(entries);
  const values = names.map((name) => (Object.hasOwn(settings, name) ? settings[name] : undefined));
  const urls = values.map((value) => (typeof value === 'string' ? URL.parse(value) : null));
  return [...hosts, ...urls.flatMap((url) => url?.host ?? [])];
}

/** Throws if the host of a URL is not in `hosts`. `*.` matches subdomains at any depth. */
export function assertApproved(hosts: readonly string[], { protocol, hostname, port, username }: URL): void {
  const isWeb = (protocol === 'https:' || protocol === 'http:') && username === '';
  const address = port ? `${hostname}:${port}` : hostname;
  const isApproved = hosts.some((host) => {
    const wanted = host.toLowerCase();
    return wanted.startsWith('*.') ? address.endsWith(wanted.slice(1)) : address === wanted;
  });
  if (!isWeb)
    throw new Error(
      `The plugin may not send requests to ${address || protocol}; use an http or https URL without a user name.`,
    );
  if (!isApproved)
    throw new Error(`The plugin may not send requests to ${address}; add the host to "hosts" in its manifest.`);
}

/**
 * Returns the headers with secrets filled in. Error messages never contain a secret, because the plugin can read them.
 */
async function withSecrets(access: PluginAccess, headers: Readonly<Record<string, string>>, origin: string) {
  const values = new Map<string, string>();
  for (const [, name = ''] of Object.values(headers).flatMap((value) => [...value.matchAll(secretPattern)])) {
    if (!access.secrets.includes(name))
      throw new Error(`The plugin may not use the secret "${name}"; add the name to "secrets" in its manifest.`);
    values.set(name, await access.secret(name, origin));
  }
  return Object.entries(headers).map(([name, value]): [string, string] => {
    const filled = value.replace(secretPattern, (_, secret: string) => values.get(secret) ?? '');
    try {
      new Headers([[name, filled]]);
    } catch {
      throw new Error(`The header "${name.slice(0, 100)}" of the request is not valid.`);
    }
    return [name, filled];
  });
}

async function responseOf(answer: Response, { href }: URL) {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > sandboxLimits.responseBytes) throw new Error(`${href} returned more than 5 MB.`);
    pieces.push(piece);
  }
  const { status, statusText, headers } = answer;
  const json = JSON.stringify({ url: href, status, statusText, headers: Object.fromEntries(headers) });
  return { json, body: new Uint8Array(Buffer.concat(pieces)) };
}
