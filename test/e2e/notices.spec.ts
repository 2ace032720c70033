import { expect, test } from './gleaner-test';

test('a job that ends shows a notice when the settings ask for one', async ({ gleaner, page, engine, site }) => {
  const sinks = [{ plugin: 'desktop-notice', events: ['crawl.completed'], config: { title: 'Harvest' } }];
  expect((await engine.call('PATCH', '/local/settings', { sinks })).status).toBe(200);
  try {
    await gleaner.open('jobs');
    await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible();
    await engine.call('POST', '/v2/crawl', { url: `${site.url}/article`, limit: 1 });
    await expect(page.getByText(`Harvest – The crawl of ${site.host} is complete.`)).toBeVisible();
  } finally {
    await engine.call('PATCH', '/local/settings', { sinks: [] });
  }
});
