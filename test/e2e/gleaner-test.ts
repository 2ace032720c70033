/** Fixtures for UI tests: a built engine, a small site, and a signed-in window. */
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { settingsSections } from '../../src-renderer/settings-sections';
import type { TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { type ShopSite, startShopSite } from '../support/shop-site';
import { startTestEngine } from '../support/start-engine';

interface WorkerFixtures {
  readonly engine: TestEngine;
  readonly site: FixtureSite;
}

interface TestFixtures {
  /** True if the window initially shows the Playground. False for tests that open another view directly. */
  readonly startsInPlayground: boolean;
  readonly gleaner: GleanerPage;
  readonly shop: ShopSite;
}

/** IDs of the settings sections that exist in every installation. */
export const commonSections = settingsSections.flatMap((section) => ('only' in section ? [] : [section.id]));

/** Page object for Gleaner's window. */
export class GleanerPage {
  readonly address: Locator;

  constructor(
    readonly page: Page,
    readonly url: string,
  ) {
    this.address = page.getByLabel('Address of the page');
  }

  /** Opens a view, e.g. `history`. */
  async open(view: string): Promise<void> {
    await this.page.goto(`${this.url}/#/${view}`);
  }

  /** Clicks a format to select or deselect it. */
  async toggleFormat(name: string): Promise<void> {
    await this.page.getByRole('group', { name: 'Formats' }).getByRole('button', { name, exact: true }).click();
  }

  /** Opens a section of the form. */
  async unfold(section: string): Promise<void> {
    await this.page
      .getByRole('complementary', { name: 'Request' })
      .getByRole('button', { name: new RegExp(`^${section}( \\d+ changed)?$`) })
      .click();
  }

  /** Types a URL in the Playground and presses Enter. */
  async scrape(address: string): Promise<void> {
    await this.address.fill(address);
    await this.address.press('Enter');
  }

  /** Scrapes and waits for the result. */
  async scrapeWell(address: string): Promise<void> {
    await this.scrape(address);
    await expect(this.tab('Metadata')).toBeVisible();
  }

  tab(name: string | RegExp): Locator {
    return this.page.getByRole('region', { name: 'Answer' }).getByRole('tab', { name });
  }

  /** Locates the Playground's result pane. */
  get answer(): Locator {
    return this.page.getByRole('region', { name: 'Answer' });
  }
}

/** Signs a window in with the engine's key. */
async function signIn(page: Page, engine: TestEngine): Promise<GleanerPage> {
  await page.context().request.post(`${engine.url}/local/session`, { data: { key: engine.key } });
  return new GleanerPage(page, engine.url);
}

/** Signs a window in with the engine's key, and opens a view. */
export async function openWindow(page: Page, engine: TestEngine, view = 'playground'): Promise<GleanerPage> {
  const gleaner = await signIn(page, engine);
  await gleaner.open(view);
  return gleaner;
}

/** Playwright's `test` with an engine, a site and a signed-in window. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const engine = await startTestEngine();
      await use(engine);
      await engine.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const site = await startFixtureSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  shop: async ({}, use) => {
    const shop = await startShopSite();
    await use(shop);
    await shop.close();
  },
  context: async ({ context }, use) => {
    await use(context);
    // The next test uses the same context, and Playwright does not reset its permissions.
    await context.clearPermissions();
  },
  startsInPlayground: [true, { option: true }],
  gleaner: async ({ page, engine, startsInPlayground }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await use(await (startsInPlayground ? openWindow : signIn)(page, engine));
    expect(faults, 'errors of the page').toEqual([]);
  },
});

export { expect } from '@playwright/test';
