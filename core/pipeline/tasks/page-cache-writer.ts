import type { Log } from '../../common/log';
import type { Page, PageDocument, Result, Task } from '../../common/model';
import type { Hooks } from '../../contract/hooks';
import { comparisonValues, type Registries } from '../../platform/plugins/registry';
import type { PageText } from '../../ports/page-search';
import { type CachedPage, newFileId, snapshotTag } from '../../ports/page-stores';
import type { Storage } from '../../ports/storage';
import { cacheKey, differInSlash, isPassing } from './cache-key';
import { isFile } from './published-files';

/** Writes pages to the cache, and stores snapshots for formats that compare a page with an earlier version. */
export class PageCacheWriter {
  readonly #writing = new Set<Promise<void>>();

  constructor(
    private readonly storage: Pick<Storage, 'pages' | 'tracking'>,
    private readonly registries: Registries,
    private readonly log: Log,
  ) {}

  apply(hooks: Hooks): void {
    hooks.document.tap('cache', (document, task) => {
      if (!isCacheable(document, task)) return document;
      const page = withFileIds(document.page);
      this.#write(this.#put(page, task, textOf(document)));
      // If the final URL differs from the requested URL only in the trailing slash, caches the page under both URLs.
      // The text is indexed only once.
      if (differInSlash(page.url, task.spec.url)) this.#write(this.#put(page, task, undefined, page.url));
      return { ...document, page };
    });
    hooks.taskDone.tapPromise('snapshots', async (outcome) => {
      if (outcome.state === 'succeeded') await this.#storeSnapshots(outcome.result, outcome.task);
    });
    hooks.closing.tapPromise('page keeping', async () => {
      await Promise.allSettled(this.#writing);
    });
  }

  /** Stores snapshots. The caller waits until they are stored, so that the next scrape of the URL finds them. */
  async #storeSnapshots({ page, document, finishedAt, kept }: Result, { spec }: Task): Promise<void> {
    const requests = comparisonValues(spec, this.registries);
    if (requests.length === 0 || spec.zeroDataRetention || typeof document.markdown !== 'string') return;
    const json = kept === undefined ? {} : { json: kept };
    const snapshot = { scrapedAt: finishedAt, markdown: document.markdown, statusCode: page.statusCode, ...json };
    const tags = new Set(requests.map(({ tag }) => (typeof tag === 'string' ? tag : undefined)));
    for (const tag of tags) await this.storage.tracking.put(spec.url, snapshotTag(spec, tag), snapshot);
  }

  #put(page: Page, { spec }: Task, text?: PageText, url?: string): Promise<void> {
    return this.storage.pages.put(cacheKey(spec, this.registries, url), toCached(page, text));
  }

  #write(work: Promise<void>): void {
    const written = work
      .catch((thrown: unknown) => this.log.warn(`a page could not be cached: ${String(thrown)}`))
      .finally(() => this.#writing.delete(written));
    this.#writing.add(written);
  }
}

const isCacheable = ({ page, renderState }: PageDocument, { spec }: Task): boolean =>
  spec.storeInCache &&
  page.cacheState !== 'hit' &&
  !isPassing(page.statusCode) &&
  renderState === 'full' &&
  !page.truncated &&
  !page.actions;

/** Returns the page with an ID for each captured file, so that cached copies have the same file URLs. */
function withFileIds(page: Page): Page {
  const captures = Object.entries(page.captures).map(([type, value]) => {
    return [type, isFile(value) ? { id: newFileId(), ...value } : value] as const;
  });
  return { ...page, captures: Object.fromEntries(captures) };
}

/** Maximum number of searchable characters per page. */
const searchedChars = 4000;

/** Returns the searchable text of a page, if its Markdown was requested. */
function textOf({ page, metadata, values: { markdown } }: PageDocument): PageText | undefined {
  if (typeof markdown !== 'string' || page.statusCode >= 400) return undefined;
  const line = (value: unknown) => (typeof value === 'string' ? value.slice(0, 500) : '');
  const { title, description } = metadata;
  return { title: line(title), description: line(description), text: markdown.slice(0, searchedChars) };
}

function toCached(page: Page, text: PageText | undefined): CachedPage {
  const { url, statusCode, contentType, headers, body, rendered, captures } = page;
  const kept = captures as CachedPage['captures'];
  const cachedAt = new Date().toISOString();
  return { url, statusCode, contentType, headers, body, rendered, captures: kept, cachedAt, ...(text ? { text } : {}) };
}
