import { expect, test } from './gleaner-test';
import { startSlowSite } from './slow-site';

test('a page becomes markdown, rendered and raw', async ({ gleaner, site }) => {
  await gleaner.scrapeWell(`${site.url}/article`);
  await expect(gleaner.answer.getByText('Ships come and go')).toBeVisible();
  await expect(gleaner.answer).toContainText('200');
  await gleaner.answer.getByText('Raw', { exact: true }).click();
  await expect(gleaner.answer.locator('pre')).toContainText('[more about cranes](');
});

test('line breaks in cells and superscripts are rendered, other tags are shown as text', async ({ gleaner, site }) => {
  site.put(
    '/cells',
    '<main><h1>Cells</h1><p>The tag &lt;u&gt; and what else the cells of a table may hold, in a sentence or two of plain text.</p><table><tr><th>a</th><th>b</th></tr><tr><td>one<br>two</td><td>10<sup>6</sup></td></tr></table></main>',
  );
  await gleaner.scrapeWell(`${site.url}/cells`);
  await expect(gleaner.answer.locator('td br')).toHaveCount(1);
  await expect(gleaner.answer.locator('td sup')).toHaveText('6');
  await expect(gleaner.answer.getByText('The tag <u>')).toBeVisible();
});

test('each chosen format has its tab', async ({ gleaner, site }) => {
  for (const format of ['HTML', 'Raw HTML', 'Links', 'Images', 'Change tracking']) await gleaner.toggleFormat(format);
  // Uses a separate URL, because other tests scrape the article with different options, which would affect the
  // comparison.
  await gleaner.scrapeWell(`${site.url}/article?tabs`);
  await gleaner.tab('HTML').first().click();
  await expect(gleaner.answer.locator('pre')).toContainText('<p>Ships come and go');
  await gleaner.tab('Raw HTML').click();
  await expect(gleaner.answer.locator('pre')).toContainText('<footer>Imprint');
  await gleaner.answer.getByText('Preview').click();
  await expect(gleaner.page.frameLocator('iframe').getByRole('heading', { name: 'The harbour' })).toBeVisible();
  await gleaner.tab('Metadata').click();
  await expect(gleaner.answer.getByRole('row', { name: 'ogTitle' })).toContainText('Harbour OG');
  await gleaner.tab('Change tracking').click();
  await expect(gleaner.answer).toContainText(/first scrape of this page|Nothing has changed/);
  await gleaner.tab('Response').click();
  await expect(gleaner.answer.locator('pre')).toContainText('"success": true');
});

test('changes since the last scrape are shown line by line, with modes as choices', async ({ gleaner, site, page }) => {
  const text = 'A sentence of the page that stays, long enough to be content of it.';
  const put = (price: string) => site.put('/price', `<main><h1>Kettle</h1><p>${text}</p><p>Price ${price}</p></main>`);
  await gleaner.toggleFormat('Change tracking');
  await page.getByRole('button', { name: /^Change tracking options/ }).click();
  const modes = page.getByRole('group', { name: 'Modes' });
  await expect(modes.getByRole('button', { name: 'Git diff' })).toHaveAttribute('aria-pressed', 'true');
  put('12');
  await gleaner.scrapeWell(`${site.url}/price`);
  put('14');
  await gleaner.scrapeWell(`${site.url}/price`);
  await gleaner.tab('Change tracking').click();
  await expect(gleaner.answer).toContainText('Lines removed: 1. Lines added: 1.');
  await gleaner.answer.getByText('Show changed lines').click();
  const lines = gleaner.answer.getByRole('table', { name: 'Removed and added lines' });
  await expect(lines.getByRole('row', { name: /removed.*Price 12/ })).toBeVisible();
  await expect(lines.getByRole('row', { name: /added.*Price 14/ })).toBeVisible();
});

test('links can be filtered', async ({ gleaner, site }) => {
  await gleaner.toggleFormat('Links');
  await gleaner.scrapeWell(`${site.url}/article`);
  await gleaner.tab(/^Links/).click();
  await gleaner.page.getByLabel('Filter links').fill('more');
  await expect(gleaner.answer.getByRole('link', { name: 'more.html' })).toBeVisible();
  await expect(gleaner.answer.getByText(/^1 of \d+$/)).toBeVisible();
});

test('a screenshot is shown as an image', async ({ gleaner, site }) => {
  await gleaner.toggleFormat('Screenshot');
  await gleaner.scrapeWell(`${site.url}/article`);
  await gleaner.tab('Screenshot').click();
  const picture = gleaner.answer.getByAltText('Screenshot of the page');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
});

test('content of a hostile page stays text', async ({ gleaner, site }) => {
  site.put(
    '/hostile',
    `<main><h1>Hostile</h1><p>${'Words that make this a page worth reading. '.repeat(8)}</p>
     <p>&lt;img src=x onerror="window.pwned=1"&gt; <a href="javascript:window.pwned=2">trap</a></p>
     <img src="https://tracker.invalid/pixel.png" alt="tracked"><script>window.pwned=3</script></main>`,
  );
  const asked: string[] = [];
  gleaner.page.on('request', (request) => asked.push(request.url()));
  await gleaner.toggleFormat('Raw HTML');
  await gleaner.scrapeWell(`${site.url}/hostile`);
  await expect(gleaner.answer.getByRole('heading', { name: 'Hostile', level: 1 })).toBeVisible();
  await gleaner.tab('Raw HTML').click();
  await gleaner.answer.getByText('Preview').click();
  await expect(gleaner.page.frameLocator('iframe').getByRole('heading', { name: 'Hostile', level: 1 })).toBeVisible();
  expect(await gleaner.page.evaluate(() => 'pwned' in window)).toBe(false);
  expect(asked.filter((url) => !url.startsWith(gleaner.url))).toEqual([]);
  await expect(gleaner.page.locator('a[href^="javascript:"]')).toHaveCount(0);
});

test('Esc cancels the scrape in the engine, too', async ({ gleaner }) => {
  const slow = await startSlowSite();
  try {
    await gleaner.scrape(slow.url);
    await slow.asked;
    await expect(gleaner.answer.getByRole('listitem').filter({ hasText: 'Fetching' })).toBeVisible();
    await gleaner.page.keyboard.press('Escape');
    await expect(gleaner.answer.getByText('Cancelled.')).toBeVisible();
    await slow.left;
  } finally {
    await slow.close();
  }
});

test('actions run in the order of the list, which the keyboard can change', async ({ gleaner, site }) => {
  const { page } = gleaner;
  await gleaner.unfold('Actions');
  const add = page.getByRole('group', { name: 'Add action' });
  await add.getByRole('button', { name: 'Run script' }).click();
  await page.getByRole('textbox', { name: 'Script' }).fill('document.getElementById("out").textContent');
  await add.getByRole('button', { name: 'Click' }).click();
  await page.getByRole('textbox', { name: 'Selector' }).fill('#go');
  await page.getByRole('button', { name: /^Move Click/ }).press('ArrowUp');
  await expect(page.getByRole('button', { name: /^Move Click, action 1 of 2/ })).toBeFocused();
  await gleaner.scrapeWell(`${site.url}/form`);
  await gleaner.tab('Actions').click();
  await expect(gleaner.answer.locator('pre')).toContainText('Hello');
});

test('changed options are marked, sent, and can be reset', async ({ gleaner, site }) => {
  const { page } = gleaner;
  await gleaner.unfold('Network');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByLabel('Headers: name 1').fill('x-wish');
  await page.getByLabel('Headers: value 1').fill('rain');
  await expect(page.getByText('1 changed')).toBeVisible();
  await gleaner.scrapeWell(`${site.url}/article`);
  expect(site.lastHeaders('/article')['x-wish']).toBe('rain');
  await page.getByRole('button', { name: 'Reset Headers to its default' }).click();
  await expect(page.getByText('1 changed')).toBeHidden();
});

test('JSON starts with the fields of the page', async ({ gleaner, engine, page, shop }) => {
  await gleaner.toggleFormat('JSON');
  const suggest = page.getByRole('button', { name: 'Suggest fields' });
  await expect(suggest).toBeDisabled();
  await gleaner.address.fill(`${shop.url}/product/0`);
  await suggest.click();
  const names = page.getByLabel(/^Field \d+: name$/);
  await expect(names.nth(1)).toBeVisible();
  const found = await names.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  expect(found).toEqual(expect.arrayContaining(['title', 'price', 'currency', 'sku']));
  const { items } = (await engine.call('GET', '/local/history?limit=200')).body;
  expect(
    items.filter(
      (item: { formats: string[]; url: string }) =>
        item.url === `${shop.url}/product/0` && item.formats.includes('json'),
    ),
  ).toEqual([]);
  await names.nth(found.indexOf('sku')).fill('articleNumber');
  await gleaner.scrapeWell(`${shop.url}/product/0`);
  await gleaner.tab('JSON').click();
  await expect(gleaner.answer.getByRole('tabpanel')).toContainText('articleNumber');
  await expect(gleaner.answer.getByRole('tabpanel')).toContainText('CK-1');
});

test('the empty Playground offers the demo site', async ({ gleaner }) => {
  await gleaner.page.getByRole('button', { name: 'Try the demo site' }).click();
  await expect(gleaner.answer.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(gleaner.address).toHaveValue(/^http:\/\/127\.0\.0\.1:\d+\//);
});

test('a file is read from the button or dropped on the page', async ({ gleaner, page }) => {
  const mail = 'From: a@b.example\nSubject: Quay walls\nDate: Tue, 3 Jun 2025 10:00:00 +0000\n\nThe walls hold.';
  await page.getByLabel('Read a file').setInputFiles({ name: 'note.eml', mimeType: '', buffer: Buffer.from(mail) });
  await expect(gleaner.answer.getByText('The walls hold.')).toBeVisible();
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['# Dropped notes'], 'notes.md'));
    return transfer;
  });
  await page.dispatchEvent('.playground', 'dragover', { dataTransfer: data });
  await expect(page.getByText('Drop the file to read it')).toBeVisible();
  await page.dispatchEvent('.playground', 'drop', { dataTransfer: data });
  await expect(gleaner.answer.getByText('Dropped notes')).toBeVisible();
});
