import { AppError, defineSink, type SinkOutcome, z } from '../../core/contract/plugin';

/** Matches headers that users cannot set, because the HTTP client manages them for each connection. */
const reserved = /^(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;
const maxBytesRead = 4096;

/**
 * `http`: posts each event to a URL. A 2xx status means that the event was delivered, and 410 disables the webhook.
 * Redirects are not followed.
 */
export default defineSink({
  id: 'http',
  summary: 'Sends signed events to a URL.',
  config: z.object({
    url: z
      .url({ protocol: /^https?$/ })
      .describe('URL that receives the events.')
      .meta({ bindsSecrets: true }),
    headers: z
      .record(z.string(), z.string().regex(/^[^\r\n\0]*$/, 'line breaks are not allowed'))
      .default({})
      .describe('Additional headers for each request; they cannot replace the signature.')
      .meta({ secret: true }),
  }),
  create: ({ url, headers: given }, { http }) => ({
    async deliver({ body, headers: signed }, signal) {
      const { address, login } = splitLogin(url);
      const headers = new Headers({
        'content-type': 'application/json',
        'user-agent': 'Gleaner',
        'accept-encoding': 'identity',
        ...login,
      });
      for (const [name, value] of Object.entries(given)) if (!reserved.test(name)) headers.set(name, value);
      for (const [name, value] of Object.entries(signed)) headers.set(name, value);
      const init: RequestInit = { method: 'POST', headers, body: Buffer.from(body), redirect: 'manual', signal };
      const answer = await http.fetch(address, init).catch((thrown: unknown) => {
        throw forWebhooks(thrown);
      });
      // Only the status and headers are needed. Short bodies are read so that the connection can be reused, and long
      // bodies are discarded.
      await readSome(answer).catch(() => undefined);
      return outcomeOf(answer);
    },
  }),
});

/** Moves the credentials in a URL to an `Authorization` header. */
function splitLogin(url: string): { readonly address: string; readonly login: Readonly<Record<string, string>> } {
  const target = new URL(url);
  if (!target.username && !target.password) return { address: url, login: {} };
  const text = decodeURIComponent(`${target.username}:${target.password}`);
  target.username = '';
  target.password = '';
  return { address: target.href, login: { authorization: `Basic ${Buffer.from(text).toString('base64')}` } };
}

/** Replaces the advice in a certificate error, because the original advice applies only to scrapes. */
function forWebhooks(thrown: unknown): unknown {
  if (!(thrown instanceof AppError) || thrown.code !== 'SCRAPE_SSL_ERROR') return thrown;
  return new AppError(thrown.code, thrown.message.replace(/; set `skipTlsVerification.*/s, '; renew its certificate.'));
}

function outcomeOf({ status: statusCode, headers, ok }: Response): SinkOutcome {
  if (ok) return { result: 'delivered', statusCode };
  if (statusCode === 410)
    return { result: 'disable', statusCode, message: 'The receiver no longer accepts events (410).' };
  const moved = statusCode >= 300 && statusCode < 400 ? '; redirects are not followed, so enter its new URL' : '';
  const message = `The receiver responded with status ${statusCode}${moved}.`;
  const busy = [429, 502, 503, 504].includes(statusCode);
  return { result: 'retry', statusCode, message, retryAfterMs: busy ? pauseOf(headers.get('retry-after')) : undefined };
}

/** Converts a `Retry-After` header (seconds or a date) to milliseconds. */
function pauseOf(value: string | null): number | undefined {
  if (value === null) return undefined;
  const pauseMs = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(pauseMs) && pauseMs > 0 ? pauseMs : undefined;
}

async function readSome(answer: Response): Promise<void> {
  const reader = answer.body?.getReader();
  let read = 0;
  while (reader && read <= maxBytesRead) {
    const { done, value } = await reader.read();
    if (done) return;
    read += value.byteLength;
  }
  await reader?.cancel();
}
