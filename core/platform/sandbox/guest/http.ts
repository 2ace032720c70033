import { host, type Settle } from './host';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();

/** Completes a request with its response or an error. */
export const settle: Settle = (id, ok, json, body) => {
  const request = waiting.get(id);
  waiting.delete(id);
  if (ok) request?.resolve(responseOf(JSON.parse(json), body));
  else request?.reject(new Error(JSON.parse(json)));
};

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

/** Sends requests to the hosts that the user has approved. */
export const http = {
  fetch(url: unknown, init: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const { method, headers, body } = init;
    const list = headers && typeof headers === 'object' ? Object.fromEntries(Object.entries(headers)) : {};
    const json = JSON.stringify({ url: String(url), method, headers: list, body });
    return new Promise((resolve, reject) => {
      waiting.set(host.fetch(json), { resolve, reject });
    });
  },
};
