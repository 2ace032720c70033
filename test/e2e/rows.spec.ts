import { expect, test } from './gleaner-test';
import { grid, rows } from './job-steps';
import { startLinkedSite } from './long-site';

test('rows are searched, sorted and selected, and Back, Forward and a reload find the same page again', async ({
  gleaner,
  engine,
  page,
}) => {
  const site = await startLinkedSite(12);
  try {
    const request = { url: `${site.url}/p/0`, crawlEntireDomain: true, sitemap: 'skip' };
    const { id } = (await engine.call('POST', '/v2/crawl', request)).body;
    await expect.poll(async () => (await engine.call('GET', `/local/jobs/${id}`)).body.state).toBe('completed');
    await gleaner.open(`jobs/${id}`);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '13');
    const header = page.getByRole('columnheader', { name: 'Address' });
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect(rows(page).first()).toContainText('/p/9');

    await rows(page)
      .nth(1)
      .click({ modifiers: ['Control'] });
    await rows(page)
      .nth(4)
      .click({ modifiers: ['Shift'] });
    await expect(page.getByText('12 pages · 4 selected')).toBeVisible();

    await rows(page).first().click();
    const pane = page.getByRole('region', { name: 'Page', exact: true });
    await expect(pane).toBeVisible();
    await pane.getByRole('tab', { name: 'Metadata' }).click();
    await expect(page).toHaveURL(/page=\d+.*view=metadata/);
    await page.reload();
    await expect(pane.getByRole('tab', { name: 'Metadata' })).toHaveAttribute('aria-selected', 'true');
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await page.goBack();
    await expect(pane).toBeHidden();
    await page.goForward();
    await expect(pane).toBeVisible();
    await pane.getByRole('button', { name: 'Close the page' }).click();

    await page.getByLabel('Search the results').fill('no such page');
    await expect(page.getByText('No page matches.')).toBeVisible();
  } finally {
    await site.close();
  }
});
