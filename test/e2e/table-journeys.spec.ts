/** Tests the way from a list's URL to a spreadsheet, and counts the clicks. */
import type { Locator } from '@playwright/test';
import { expect, test } from './gleaner-test';
import { journeyLists, startJourneySite } from './journey-site';
import { downloadedSheet, frame, getRows, rows, untilRowsRead } from './table-steps';

let site: Awaited<ReturnType<typeof startJourneySite>>;
test.beforeAll(async () => {
  site = await startJourneySite();
});
test.afterAll(() => site.close());
// Same size as a window of 1280 × 800 pixels at 200 % zoom.
test.use({ viewport: { width: 640, height: 400 }, contextOptions: { reducedMotion: 'reduce' } });

/**
 * Maximum number of clicks after entering the URL: the value, an offered column or an answer, all rows, and the
 * download.
 */
const maxClicks = 4;

for (const [path, list] of Object.entries(journeyLists)) {
  test(`a spreadsheet contains every value of the list in at most ${maxClicks} clicks, at 200 % zoom: ${path}`, async ({
    gleaner,
    engine,
    page,
  }) => {
    let clicks = 0;
    const click = async (target: Locator): Promise<void> => {
      clicks++;
      await target.click({ timeout: 60_000 });
    };
    await gleaner.open('new-table');
    await expect(page.getByRole('heading', { name: 'New table' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Address' }).fill(site.url + path);
    await page.getByRole('textbox', { name: 'Address' }).press('Enter');
    await click(frame(page).getByText(list.click, { exact: true }));
    await expect(rows(page)).toHaveCount(list.rows.length + 1);
    if (list.add) await click(page.getByRole('button', { name: `Add column ${list.add}` }));
    if (list.add) await expect(page.getByRole('columnheader', { name: list.add })).toBeVisible();
    if (list.day) await click(page.getByRole('button', { name: list.day }));
    await click(getRows(page));
    await untilRowsRead(page, engine);
    const [head = [], ...cells] = await downloadedSheet(page, () =>
      click(page.getByRole('link', { name: 'Download XLSX' })),
    );
    const columns = Object.keys(list.rows[0] ?? {});
    expect(cells.map((row) => Object.fromEntries(columns.map((name) => [name, row[head.indexOf(name)]])))).toEqual(
      list.rows,
    );
    expect(clicks).toBeLessThanOrEqual(maxClicks);
  });
}
