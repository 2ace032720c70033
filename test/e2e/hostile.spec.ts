/** Tests that hostile titles, URLs, cells and names are shown as text and never executed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './gleaner-test';
import { exportedCsv, grid, pressExport, rows } from './job-steps';

const attack = '<img src=x onerror="window.hacked=1">';
const formula = '=HYPERLINK("http://evil.example")';
const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const hostilePage = `<title>${html(attack)}</title><main><h1>${html(attack)}</h1><ul>${[formula, attack, '../../evil']
  .map((name) => `<li class="card"><h2>${html(name)}</h2><a href="javascript:window.hacked=1">more</a></li>`)
  .join('')}</ul></main>`;

test('hostile titles, addresses, cells and names stay text in the grid, the gallery, the records, the problems, the palette and the exports', async ({
  gleaner,
  engine,
  page,
}) => {
  const server = createServer(
    (_request, answer) => void answer.writeHead(200, { 'content-type': 'text/html' }).end(hostilePage),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${encodeURIComponent(attack)}`;
  const savedName = `${attack} and /../ "quotes"`;
  const saved = `/local/saved/${encodeURIComponent(savedName)}`;
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  /** Expects that no script from the hostile page has run, and that none of its elements is in the window. */
  const expectInert = async (where: string) => {
    const state = await page.evaluate(() => ({
      hacked: 'hacked' in window,
      images: document.querySelectorAll('img[src="x"]').length,
      links: document.querySelectorAll('a[href^="javascript:"]').length,
    }));
    expect(state, where).toEqual({ hacked: false, images: 0, links: 0 });
  };
  try {
    const recipe = {
      ...{ version: 1, name: 'hostile', pages: [url], records: { selector: 'li.card' } },
      fields: [
        { name: attack, type: 'text', sources: [{ selector: 'h2' }] },
        { name: 'link', type: 'text', sources: [{ selector: 'a', attribute: 'href' }] },
      ],
    };
    const table = await engine.call('POST', '/v2/table', { url, recipe });
    expect([table.status, table.body.error]).toEqual([200, undefined]);
    const urls = [url, `http://127.0.0.1:9/${encodeURIComponent(attack)}`];
    const batch = (await engine.call('POST', '/v2/batch/scrape', { urls, formats: ['markdown', 'screenshot'] })).body
      .id;
    const stateOf = async (id: string) => (await engine.call('GET', `/local/jobs/${id}`)).body.state;
    // The unreachable page is retried several times, so the batch takes a while.
    for (const id of [table.body.id, batch])
      await expect.poll(() => stateOf(id), { timeout: 60_000 }).toBe('completed');
    const request = { urls: [url] };
    expect((await engine.call('PUT', saved, { kind: 'batch', request })).status).toBeLessThan(300);

    await gleaner.open(`jobs/${table.body.id}`);
    await expect(grid(page)).toContainText(formula);
    await expect(page.getByRole('columnheader', { name: attack })).toBeVisible();
    await rows(page).nth(1).click();
    await expectInert('rows');
    expect(await exportedCsv(page)).toContain(`"'=HYPERLINK(""http://evil.example"")"`);

    await gleaner.open(`jobs/${batch}`);
    await expect(grid(page)).toContainText(attack);
    await rows(page).first().click();
    await expect(
      page.getByRole('region', { name: 'Page', exact: true }).getByRole('heading', { name: attack }).first(),
    ).toBeVisible();
    await expectInert('pages');
    await page.getByRole('tab', { name: 'Gallery' }).click();
    await expect(page.getByRole('list', { name: 'Screenshots' })).toContainText(attack);
    await expectInert('gallery');
    await page.getByRole('tab', { name: /^Problems/ }).click();
    await expect(page.getByRole('region', { name: 'Problems' })).toContainText('127.0.0.1:9/');
    await expectInert('problems');
    const download = page.waitForEvent('download');
    await pressExport(page, 'Markdown zip');
    expect((await download).suggestedFilename()).toMatch(/^gleaner-batch-127\.0\.0\.1-[\d-]{10}\.zip$/);

    await gleaner.open('saved');
    await expect(page.getByRole('list', { name: 'Saved jobs' })).toContainText(savedName);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: `Delete ${savedName}` }).click();
    await expectInert('saved');
    await gleaner.open(`monitors/${encodeURIComponent(savedName)}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(attack);
    await expectInert('runs');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search commands' }).fill('onerror');
    await expect(page.getByRole('option').first()).toContainText('onerror');
    await expectInert('palette');
    expect(dialogs).toEqual([]);
  } finally {
    await engine.call('DELETE', saved);
    server.closeAllConnections();
    server.close();
  }
});
