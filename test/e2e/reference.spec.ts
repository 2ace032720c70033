/** Tests the API reference with and without a key. */
import { themeFaults } from './accessibility-faults';
import { expect, test } from './gleaner-test';

test('the reference shows v2 first, with fields, an example and responses, and filters routes by words', async ({
  page,
  engine,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  // Signed out.
  await page.goto(`${engine.url}/docs`);
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();
  const routes = page.getByRole('navigation', { name: 'Routes' });
  await expect(page.getByRole('article')).toBeVisible();
  // The list shows its title and the open route.
  await expect(routes.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(routes.locator('[aria-current=page]')).toBeInViewport({ ratio: 1 });
  await expect(routes.getByRole('region').first()).toHaveAccessibleName('v2');
  await expect(routes.getByRole('region').nth(1)).toHaveAccessibleName('v1');
  await routes.getByRole('searchbox', { name: 'Filter routes' }).fill('post v2/crawl');
  await routes.getByRole('link', { name: /POST\s*\/v2\/crawl$/ }).click();
  const article = page.getByRole('article', { name: /POST\s*\/v2\/crawl/ });
  await expect(article.getByText('Starts a crawl', { exact: true })).toBeVisible();
  await expect(article.getByLabel('curl code')).toContainText('"limit": 10');
  await article.getByRole('tab', { name: 'npm client' }).click();
  await expect(article.getByLabel('npm client code')).toContainText('gleaner.crawl("https://example.com/"');
  const body = article.getByRole('region', { name: 'Body' });
  await expect(body.getByText('maxDiscoveryDepth', { exact: true })).toBeVisible();
  await body.getByText('Fields of scrapeOptions').click();
  await expect(body.getByText('onlyMainContent', { exact: true })).toBeVisible();
  await expect(article.getByRole('region', { name: 'Response 200' })).toBeVisible();
  expect(await themeFaults(page)).toEqual([]);
  await page.reload();
  await expect(article).toBeVisible();
  expect(refused, 'by the content policy').toEqual([]);
});
