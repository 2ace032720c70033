/** Tests that a UI language selected in the settings is applied immediately and stored. */
import { appCommands } from '../../core/common/desktop/app-commands';
import { humanName } from '../../src-renderer/display/words';
import { engine as engineTexts } from '../../src-renderer/texts/de/engine';
import { en } from '../../src-renderer/texts/en';
import { faults } from './accessibility-faults';
import { commonSections, expect, openWindow, test } from './gleaner-test';

const views = [
  ...appCommands.flatMap(({ path }) => (path && path !== '/settings' && path !== '/reference' ? [path.slice(1)] : [])),
  'saved/recipes',
  ...commonSections.map((section) => `settings/${section}`),
];

/** Matches single words, which can be parts of names, and terms that are the same in German. */
const alike = /^(?:\w+|API key|API reference|Raw HTML)$/;
const germanNames = new Set(Object.values(engineTexts.names));
/** English UI texts and engine names that have no placeholders and differ from all German texts. */
const onlyEnglish = new Set(
  [
    ...Object.values(en).flatMap((area) => Object.values(area) as string[]),
    ...Object.keys(engineTexts.names)
      .map(humanName)
      .filter((name) => !germanNames.has(name)),
  ].filter((text) => !/[{|]/.test(text) && !alike.test(text)),
);

/** Returns the descriptions, summaries and labels in a response from the engine. */
function englishIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    typeof part === 'string' && /^(?:description|summary|label|submit)$/.test(name) ? [part] : englishIn(part),
  );
}

/** Returns all texts of the open view, including titles, placeholders and accessible names. */
function textsInSight(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) found.push(walker.currentNode.textContent?.trim() ?? '');
  for (const element of document.querySelectorAll('[title],[placeholder],[aria-label]'))
    for (const name of ['title', 'placeholder', 'aria-label']) found.push(element.getAttribute(name) ?? '');
  return found;
}

/** Simulates a change of the system language. */
function changeSystemLanguage(language: string): void {
  Object.defineProperty(navigator, 'language', { value: language, configurable: true });
  window.dispatchEvent(new Event('languagechange'));
}

test('the window changes to German at once, and keeps it after a reload', async ({ gleaner }) => {
  const { page } = gleaner;
  await gleaner.open('settings/general');
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('Deutsch').click();
  const rail = page.getByRole('navigation', { name: 'Hauptnavigation' });
  await expect(rail.getByRole('link', { name: 'Verlauf' })).toBeVisible();
  await expect(page.locator('kbd').first()).toHaveText('Strg');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Einstellungen');
  await expect(page.getByRole('radiogroup', { name: 'Sprache' })).toBeVisible();
  await expect(page).toHaveTitle('Einstellungen · Gleaner');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(rail.getByRole('link', { name: 'Gespeichert' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('radiogroup', { name: 'Sprache' }).getByText('English').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('the window follows the language of the system', async ({ browser, engine }) => {
  for (const [locale, title] of [
    ['de-AT', 'Verlauf'],
    ['fr-FR', 'History'],
  ] as const) {
    const context = await browser.newContext({ locale });
    const { page } = await openWindow(await context.newPage(), engine, 'history');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await context.close();
  }
});

test('another language keeps open dialogs and typed text', async ({ gleaner }) => {
  const { page } = gleaner;
  await gleaner.open('playground');
  await page.getByLabel('Address of the page').fill('https://half.typed');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog').getByRole('combobox');
  await box.fill('stor');
  await page.evaluate(changeSystemLanguage, 'de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('dialog', { name: 'Befehlspalette' }).getByRole('combobox')).toHaveValue('stor');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Adresse der Seite')).toHaveValue('https://half.typed');
});

test('a job in German explains its end, its errors and the warnings of its pages in German', async ({
  gleaner,
  site,
}) => {
  const { page, url } = gleaner;
  site.put('/frames', '<title>Frames</title><main><h1>Frames</h1><a href="/article">More</a></main>');
  const start = async (path: string, data: object): Promise<string> =>
    (await (await page.request.post(`${url}/v2/${path}`, { data })).json()).id;
  const crawl = await start('crawl', { url: `${site.url}/frames` });
  const batch = await start('batch/scrape', { urls: ['http://127.0.0.1:9/nothing', `${site.url}/article`] });
  await page.evaluate(changeSystemLanguage, 'de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await gleaner.open(`jobs/${crawl}`);
  await expect(page.getByRole('note')).toContainText('Der Crawl hat unterhalb seiner Startseite keine Seite gefunden');
  await gleaner.open(`jobs/${batch}?tab=problems`);
  await expect(
    page.getByText('hat die Verbindung abgelehnt; unter dieser Adresse und diesem Port antwortet nichts'),
  ).toBeVisible();
  expect(await page.evaluate(textsInSight)).not.toContainEqual(
    expect.stringMatching(/refused the connection|failing to load/),
  );
});

test('no view contains English, overflows or has a serious accessibility fault in German', async ({ gleaner }) => {
  const { page } = gleaner;
  const answers = await Promise.all(
    ['schema', 'settings', 'plugins'].map(async (path) =>
      (await page.request.get(`${gleaner.url}/local/${path}`)).json(),
    ),
  );
  const english = new Set([...onlyEnglish, ...englishIn(answers).filter((text) => !alike.test(text))]);
  expect(english.size).toBeGreaterThan(onlyEnglish.size + 200);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const view of views) {
      // Switches to English first, so that the open view must react when the language changes.
      await page.evaluate(changeSystemLanguage, 'en');
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await gleaner.open(view);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await page.evaluate(changeSystemLanguage, 'de');
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      const shown = await page.evaluate(textsInSight);
      expect({ view, left: shown.filter((text) => english.has(text)) }).toEqual({ view, left: [] });
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect({ view, width, wider: wider > 0 }).toEqual({ view, width, wider: false });
      if (width === 1280) expect({ view, faults: await faults(page) }).toEqual({ view, faults: [] });
    }
  }
});
