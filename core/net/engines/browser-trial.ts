import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, injectable } from 'inversify';
import type { BrowserItem, BrowserTestReport } from '../../common/api/workspace-answers';
import { AppError } from '../../common/errors';
import { runTrial } from '../../platform/plugins/plugin-trials';
import { SettingsService } from '../../platform/settings/settings-service';
import { startBrowser } from './browser/browser-process';
import { findBrowser, installedBrowsers } from './browser/find-browser';
import { EgressProxy } from './egress/egress-proxy';

const timeoutMs = 20_000;

/** Lists the browsers on this machine, and tests whether a browser works. */
@injectable()
export class BrowserTrial {
  constructor(
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(EgressProxy) private readonly egress: EgressProxy,
  ) {}

  /** Returns all browsers found, with the current one first. */
  async list(): Promise<readonly BrowserItem[]> {
    const used = await findBrowser({ configuredPath: this.settings.current.browserPath || undefined });
    const others = (await installedBrowsers()).filter(({ path }) => path !== used?.path);
    return [...(used ? [{ ...used, isUsed: true }] : []), ...others.map((one) => ({ ...one, isUsed: false }))];
  }

  /** Starts the browser at a path, renders a page and closes the browser. Failures are reported in the result. */
  async run(path: string, signal: AbortSignal): Promise<BrowserTestReport> {
    return runTrial((ending) => this.#drawn(path, ending), { signal, timeoutMs });
  }

  async #drawn(path: string, signal: AbortSignal) {
    const found = await findBrowser({ configuredPath: path });
    if (!found) throw new AppError('BAD_REQUEST', `No program was found at ${path}; check the path.`);
    const profile = await mkdtemp(join(tmpdir(), 'gleaner-browser-'));
    try {
      const browser = await startBrowser(found.path, found.kind === 'shell', profile, await this.egress.start());
      const stop = () => void browser.process()?.kill('SIGKILL');
      signal.addEventListener('abort', stop, { once: true });
      try {
        const page = await browser.newPage();
        await page.setContent('<p id="drawn">drawn</p>');
        const text = await page.$eval('#drawn', (one) => one.textContent);
        const version = await browser.version();
        if (text !== 'drawn')
          throw new AppError(
            'SCRAPE_BROWSER_UNAVAILABLE',
            'The browser started but could not render a page; choose another browser.',
          );
        return { ok: true, message: `The browser works: ${version}.`, version };
      } finally {
        signal.removeEventListener('abort', stop);
        await browser.close();
      }
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}
