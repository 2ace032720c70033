import { toAppError } from '../../../common/errors';
import type { EventBus } from '../../../ports/delivery/event-bus';
import { type FoundBrowser, findBrowser } from './find-browser';
import { installBrowser } from './install-browser';

const inMegabytes = (bytes: number): number => Math.round(bytes / 1e6);

/** Finds and installs browsers. */
export class Browsers {
  #found: FoundBrowser | undefined;
  #installing = false;

  constructor(
    private readonly browserPath: () => string,
    private readonly events: EventBus,
  ) {}

  /** True when the last check found a browser. */
  get found(): boolean {
    return this.#found !== undefined;
  }

  /** Searches for a browser. The result is not cached. */
  async find(): Promise<FoundBrowser | undefined> {
    this.#found = await findBrowser({ configuredPath: this.browserPath() || undefined });
    return this.#found;
  }

  /** Starts a browser download. `browser.install` events report its progress. */
  async install(): Promise<{ readonly started: boolean }> {
    if (this.#installing) return { started: false };
    this.#installing = true;
    void this.#download().finally(() => {
      this.#installing = false;
    });
    return { started: true };
  }

  async #download(): Promise<void> {
    const tell = (percent: number, message: string) =>
      this.events.emit('browser.install', undefined, { percent, message });
    try {
      const browser = await installBrowser(
        ({ downloadedBytes: done, totalBytes: all }) =>
          void tell(all > 0 ? Math.round((done / all) * 99) : 0, `${inMegabytes(done)} of ${inMegabytes(all)} MB`),
        new AbortController().signal,
      );
      this.#found = browser;
      await tell(100, `Installed at ${browser.path}`);
    } catch (thrown) {
      await tell(-1, toAppError(thrown).message);
    }
  }
}
