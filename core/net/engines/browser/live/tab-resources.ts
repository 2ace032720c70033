import type { Protocol } from 'puppeteer';
import type { TabResource } from '../../live-tab';
import type { PageSlot } from '../page-slot';
import { within } from '../until-aborted';

/** Maximum size of a resource, in bytes. */
const maxBytes = 20 * 1024 * 1024;
/** Timeout for loading a resource, in ms. */
const timeoutMs = 15_000;
/** Maximum number of cached media types. The same limit applies to cached redirects. */
const maxTypes = 5000;

type LoadedBytes = Omit<TabResource, 'url'>;

/**
 * Provides a page's images, fonts and style sheets to the mirror. Takes resources from the page if the page has loaded
 * them. Otherwise, the browser fetches them on the page's behalf.
 */
export class TabResources {
  private readonly types = new Map<string, string>();
  /** Final URLs of redirected resources, by the URL that the page requested. */
  private readonly finals = new Map<string, string>();

  constructor(private readonly slot: PageSlot) {
    slot.client.on('Network.responseReceived', ({ response }) => {
      if (this.types.size < maxTypes) this.types.set(response.url, response.mimeType);
    });
    this.followRedirects();
  }

  /** Returns the final URL of a resource, or the given URL if no redirect is known. */
  readonly finalUrl = (url: string): string => this.finals.get(url) ?? url;

  /** Returns the resource at a URL. Undefined when it cannot be loaded, is too large or takes too long. */
  async get(url: string): Promise<TabResource | undefined> {
    const found = (await within(this.loaded(url), timeoutMs)) ?? (await within(this.load(url), timeoutMs));
    return found && { ...found, url: this.finalUrl(url) };
  }

  private followRedirects(): void {
    const { client } = this.slot;
    /** Original URLs of in-flight requests that have been redirected, by request ID. */
    const starts = new Map<string, string>();
    client.on('Network.requestWillBeSent', ({ requestId, redirectResponse }) => {
      if (redirectResponse && !starts.has(requestId)) starts.set(requestId, redirectResponse.url);
    });
    client.on('Network.responseReceived', ({ requestId, response }) => {
      const start = starts.get(requestId) ?? response.url;
      starts.delete(requestId);
      if (start === response.url) this.finals.delete(start);
      else if (this.finals.size < maxTypes || this.finals.has(start)) this.finals.set(start, response.url);
    });
    client.on('Network.loadingFailed', ({ requestId }) => starts.delete(requestId));
  }

  private async loaded(url: string): Promise<LoadedBytes | undefined> {
    const { frameTree } = await this.slot.client.send('Page.getFrameTree');
    const { content, base64Encoded } = await this.slot.client.send('Page.getResourceContent', {
      frameId: frameTree.frame.id,
      url,
    });
    const bytes = Buffer.from(content, base64Encoded ? 'base64' : 'utf8');
    return bytes.length === 0 || bytes.length > maxBytes
      ? undefined
      : { bytes, mediaType: this.types.get(this.finalUrl(url)) ?? '' };
  }

  private async load(url: string): Promise<LoadedBytes | undefined> {
    const { client } = this.slot;
    const { frameTree } = await client.send('Page.getFrameTree');
    const { resource } = await client.send('Network.loadNetworkResource', {
      frameId: frameTree.frame.id,
      url,
      options: { disableCache: false, includeCredentials: true },
    });
    if (!resource.stream) return undefined;
    try {
      if (!resource.success || (resource.httpStatusCode ?? 200) >= 400) return undefined;
      const bytes = await this.read(resource.stream);
      return bytes && { bytes, mediaType: contentType(resource.headers) };
    } finally {
      await client.send('IO.close', { handle: resource.stream }).catch(() => undefined);
    }
  }

  private async read(handle: string): Promise<Uint8Array | undefined> {
    const parts: Buffer[] = [];
    let size = 0;
    for (;;) {
      const { data, base64Encoded, eof } = await this.slot.client.send('IO.read', { handle });
      const part = Buffer.from(data, base64Encoded ? 'base64' : 'utf8');
      size += part.length;
      if (size > maxBytes) return undefined;
      parts.push(part);
      if (eof) return Buffer.concat(parts);
    }
  }
}

function contentType(headers: Protocol.Network.Headers | undefined): string {
  const [, type = ''] = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return String(type).split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
