import { host } from './host';
import { request } from './request';

interface Facts {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
}

function responseOf({ url, status, statusText, headers }: Facts, body: ArrayBuffer) {
  const text = async () => host.fromBytes(body, 'utf8');
  return {
    ...{ url, status, statusText, ok: status >= 200 && status < 300 },
    headers: {
      get: (name: string) => headers[String(name).toLowerCase()] ?? null,
      has: (name: string) => String(name).toLowerCase() in headers,
      entries: () => Object.entries(headers)[Symbol.iterator](),
      [Symbol.iterator]: () => Object.entries(headers)[Symbol.iterator](),
    },
    text,
    json: async () => JSON.parse(await text()),
    arrayBuffer: async () => body,
    bytes: async () => new Uint8Array(body),
  };
}

/** Sends HTTP requests. Only hosts that the user has approved are permitted. */
export const http = {
  async fetch(url: unknown, init: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const { method, headers, body, redirect } = init;
    const list = headers && typeof headers === 'object' ? Object.fromEntries(Object.entries(headers)) : {};
    const sent = body instanceof ArrayBuffer ? new Uint8Array(body) : body;
    const content =
      sent instanceof Uint8Array
        ? { bytes: host.fromBytes(sent.slice().buffer, 'base64') }
        : { body: sent === undefined || sent === null ? undefined : String(sent) };
    const { value, body: received } = await request('http', {
      ...{ url: String(url), method, headers: list, redirect },
      ...content,
    });
    return responseOf(value as Facts, received);
  },
};
