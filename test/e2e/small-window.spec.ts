/** Tests the lists of jobs, the notices and the confirmations in a window as narrow as a phone. */
import type { TestEngine } from '../support/engine';
import { expect, test } from './gleaner-test';

test.use({ startsInPlayground: false, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Saves a batch with one page, runs it, and returns the ID of the run. */
async function runSaved(engine: TestEngine, name: string, url: string): Promise<string> {
  await engine.call('PUT', `/local/saved/${name}`, { kind: 'batch', request: { urls: [url], formats: ['links'] } });
  const { id } = (await engine.call('POST', `/local/saved/${name}/run`, {})).body;
  await expect.poll(async () => (await engine.call('GET', `/local/jobs/${id}`)).body.state).toBe('completed');
  return id;
}

test('the rows in Jobs show their age and the saved job they belong to', async ({ gleaner, page, engine, site }) => {
  await runSaved(engine, 'harbour', `${site.url}/article`);
  await gleaner.open('jobs');
  const row = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem').first();
  await expect(row).toContainText(/harbour · \S/);
  await expect(row).toContainText(`${site.host}/article`);
  await expect(row.getByText(/^just now$|ago$/)).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('jobs.png') });
  await engine.call('DELETE', '/local/saved/harbour');
});

test('a double tap does not delete a job, and a notice above the navigation reports the deletion', async ({
  gleaner,
  page,
  engine,
  site,
}) => {
  const id = await runSaved(engine, 'pier', `${site.url}/article`);
  await gleaner.open(`jobs/${id}`);
  await page.getByRole('button', { name: 'More actions' }).tap();
  const menu = page.getByRole('region', { name: 'More actions' });
  await page.screenshot({ path: test.info().outputPath('menu.png') });
  await menu.getByRole('button', { name: 'Delete job' }).dblclick();
  await expect(menu.getByText('Delete this job and its rows?')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('question.png') });
  expect((await engine.call('GET', `/local/jobs/${id}`)).status).toBe(200);
  await menu.getByRole('button', { name: 'Delete', exact: true }).tap();
  const notice = page.locator('.notice', { hasText: 'Job deleted.' });
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL(/#\/jobs\/?$/);
  const [shown, bar] = await Promise.all([notice, page.getByRole('navigation')].map((one) => one.boundingBox()));
  expect(shown!.y + shown!.height).toBeLessThanOrEqual(bar!.y);
  await page.screenshot({ path: test.info().outputPath('notice.png') });
  await page.getByRole('link', { name: 'Saved' }).tap();
  const list = page.getByRole('list', { name: 'Saved jobs' });
  await expect(list).toContainText('Ran just now');
  await expect(list.getByRole('link', { name: 'Ran just now' })).toHaveCount(0);
  await engine.call('DELETE', '/local/saved/pier');
});
