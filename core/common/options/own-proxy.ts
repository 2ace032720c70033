/** URL of a proxy for a single request. Instances are omitted from JSON, so the URL is neither stored nor logged. */
export class OwnProxy {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  get url(): string {
    return this.#url;
  }

  toJSON(): undefined {
    return undefined;
  }
}

/** Matches the URL of a proxy, with or without credentials. */
export const proxyUrl = /^(?:https?|socks[45]):\/\/[^\s/?#]+\/?$/i;

/** True if the value is a proxy URL rather than a proxy mode. */
export const isProxyUrl = (value: unknown): value is string => typeof value === 'string' && proxyUrl.test(value);
