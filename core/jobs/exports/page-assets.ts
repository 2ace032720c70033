import { createHash } from 'node:crypto';
import { keyOf } from '../../common/url-identity';
import { percentDecoded } from '../../common/values/percent-decoded';
import { type MarkdownLink, markdownLinks, withTargets } from './asset-links';
import { assetEnding, isDocumentUrl, isOriginal } from './asset-types';

/** A page whose images and documents are saved. */
export interface AssetPage {
  readonly markdown: string;
  readonly url: string;
  readonly contentType?: string;
}

/** A page with relative links to its saved files. */
export interface PlacedPage {
  readonly markdown: string;
  /** Path of the page's original file, if the page is a document such as a PDF. */
  readonly original?: string;
}

/** A saved file. Its path starts with `assets/`. */
export interface AssetFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Fetches an image or document that a page refers to. Rejects when the file cannot be fetched or is too large. */
export type FetchAsset = (url: string, pageUrl: string) => Promise<Uint8Array>;

/** Maximum size of a saved file in bytes. */
export const maxAssetBytes = 20 * 1024 * 1024;
const maxFiles = 5000;
const maxTotalBytes = 1024 * 1024 * 1024;
/** Maximum number of failures. Once this number is reached, no more files are fetched. */
const maxFailures = 10_000;
const maxNameLength = 40;
/** Number of files fetched at the same time. */
const concurrency = 4;

/** Saves the images and documents that a job's pages refer to. Saves each file only once. */
export class PageAssets {
  /** Paths of saved files, by URL. Undefined for a file that could not be saved. */
  readonly #paths = new Map<string, string | undefined>();
  /** Paths of saved files, by content checksum. */
  readonly #contents = new Map<string, string>();
  readonly #failures: string[] = [];
  #bytes = 0;

  /** `pages` contains the paths of the job's saved pages, keyed by the `pageKeyOf` value of each URL. */
  constructor(
    private readonly fetch: FetchAsset,
    private readonly pages: ReadonlyMap<string, string> = new Map(),
  ) {}

  /** Number of saved files. */
  get saved(): number {
    return this.#contents.size;
  }

  /** URLs of the files that were not saved, each followed by the reason. */
  get failures(): readonly string[] {
    return this.#failures;
  }

  /**
   * Yields the page's files that were not saved for earlier pages, then returns the page with relative links to its
   * files and to saved pages. `root` is the relative path from the page to the folder that contains `assets`, e.g.
   * `../`. Other links do not change.
   */
  async *of({ markdown, url, contentType }: AssetPage, root: string): AsyncGenerator<AssetFile, PlacedPage> {
    const links = markdownLinks(markdown);
    const targets = links.map((link) => ({ ...link, url: absolute(link.url, url) }));
    const wanted = targets.flatMap((link) => (link.url && isWanted(link) ? link.url : []));
    if (isOriginal(contentType)) wanted.push(url);
    const missing = [...new Set(wanted)].filter((one) => !this.#paths.has(one));
    for (let at = 0; at < missing.length; at += concurrency) {
      const batch = missing.slice(at, at + concurrency);
      const contents = await Promise.all(batch.map((one) => this.#content(one, url)));
      for (const [index, content] of contents.entries()) {
        const file = content && (await this.#file(batch[index] ?? '', content));
        if (file) yield file;
      }
    }
    const pathOf = (address: string | undefined) => {
      const path = address && this.#paths.get(address);
      return path && `${root}${path}`;
    };
    const placed = withTargets(markdown, links, (link) => {
      const target = absolute(link.url, url);
      return (
        (isWanted(link) ? pathOf(target) : undefined) ?? (link.isImage ? undefined : this.#pageLink(target, link, root))
      );
    });
    const original = isOriginal(contentType) ? pathOf(url) : undefined;
    return { markdown: placed, ...(original ? { original } : {}) };
  }

  /** Returns the relative link to a saved page, with the fragment of the original link. */
  #pageLink(target: string | undefined, { url }: MarkdownLink, root: string): string | undefined {
    const path = this.pages.get((target && pageKeyOf(target)) ?? '');
    if (!path) return undefined;
    const fragment = url.includes('#') ? url.slice(url.indexOf('#')) : '';
    return `${root}${path}${/[\s<>()\\]/.test(fragment) ? '' : fragment}`;
  }

  async #content(url: string, pageUrl: string): Promise<Uint8Array | undefined> {
    if (this.#failures.length > maxFailures) return undefined;
    this.#paths.set(url, undefined);
    try {
      if (this.saved >= maxFiles || this.#bytes >= maxTotalBytes || this.#failures.length === maxFailures)
        throw new Error('The limit for saved files was reached.');
      return await this.fetch(url, pageUrl);
    } catch (thrown) {
      this.#failures.push(`${url} ${(thrown as Error).message}`);
      return undefined;
    }
  }

  /**
   * Returns a file for the given content. Undefined if the same content is already saved, or if it is neither an image
   * nor a document.
   */
  async #file(url: string, content: Uint8Array): Promise<AssetFile | undefined> {
    const ending = await assetEnding(content, url);
    if (ending === undefined) {
      this.#failures.push(`${url} The response is neither an image nor a document.`);
      return undefined;
    }
    const checksum = createHash('sha256').update(content).digest('hex');
    const known = this.#contents.get(checksum);
    const name = known ?? `assets/${nameOf(url)}-${checksum.slice(0, 8)}.${ending}`;
    this.#paths.set(url, name);
    if (known) return undefined;
    this.#contents.set(checksum, name);
    this.#bytes += content.length;
    return { name, content };
  }
}

/** Returns the key of a page's URL. URLs that differ only in `www.`, a trailing slash or an index file have the same key. */
export const pageKeyOf = (url: string): string | undefined =>
  keyOf(url, { ignoreQueryParameters: false, deduplicateSimilarURLs: true });

const isWanted = ({ isImage, url }: { readonly isImage: boolean; readonly url: string | undefined }): boolean =>
  url !== undefined && (isImage || isDocumentUrl(url));

/** Resolves a URL against its base and removes the fragment. Undefined if the result is not an http(s) URL. */
function absolute(text: string, base: string): string | undefined {
  const url = URL.parse(text, base);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url.href;
}

/** Returns a file name derived from a URL: letters, digits and dashes, without an extension. */
function nameOf(address: string): string {
  const last = new URL(address).pathname.split('/').findLast(Boolean) ?? '';
  const words = percentDecoded(last)
    .normalize('NFC')
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  const short = Array.from(words).slice(0, maxNameLength).join('').replace(/^-|-$/g, '');
  return short || 'file';
}
