import { expect, test } from './gleaner-test';
import { rows } from './job-steps';

const words = '<p>Every page of this harbour has enough words in it to count as the content of a page.</p>'.repeat(12);

test('a result shows how its page was read, and is read again or with the browser', async ({ gleaner, site }) => {
  const { answer } = gleaner;
  const facts = answer.locator('.facts');
  site.put(
    '/read',
    `<main><h1>Plain</h1>${words}</main><script>document.querySelector('h1').textContent = 'Filled in'</script>`,
  );
  await gleaner.scrapeWell(`${site.url}/read`);
  await expect(facts.getByText('plain', { exact: true })).toBeVisible();
  await expect(answer.getByRole('button', { name: 'Fetch again' })).toBeHidden();

  await expect(async () => {
    await gleaner.scrapeWell(`${site.url}/read`);
    await expect(facts.getByText('from cache, just now')).toBeVisible({ timeout: 1000 });
  }).toPass();
  const hits = site.hits('/read');
  await answer.getByRole('button', { name: 'Fetch again' }).click();
  await expect(facts.getByText(/^from cache/)).toBeHidden();
  await expect.poll(() => site.hits('/read')).toBe(hits + 1);

  await answer.getByRole('button', { name: 'Read with browser' }).click();
  await expect(facts.getByText('browser', { exact: true })).toBeVisible();
  await expect(answer.getByRole('heading', { name: 'Filled in' })).toBeVisible();
  await expect(answer.getByRole('button', { name: 'Read with browser' })).toBeHidden();
});

test('a page of a job is read with the browser in the Playground', async ({ gleaner, engine, site, page }) => {
  site.put(
    '/of-job',
    `<main><h1>Plain</h1>${words}</main><script>document.querySelector('h1').textContent = 'Filled in'</script>`,
  );
  const { body } = await engine.call('POST', '/v2/batch/scrape', {
    urls: [`${site.url}/of-job`],
    formats: ['markdown', 'links'],
  });
  await gleaner.open(`jobs/${body.id}`);
  await rows(page).first().click();
  await page.getByRole('button', { name: 'Read with browser' }).click();
  await expect(gleaner.address).toHaveValue(`${site.url}/of-job`);
  await expect(gleaner.answer.getByRole('heading', { name: 'Filled in' })).toBeVisible();
  await expect(gleaner.tab(/^Links/)).toBeVisible();
});
