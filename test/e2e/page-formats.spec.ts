import { expect, test } from './gleaner-test';

const linked = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
const offer = (price: string) => ({ '@type': 'Offer', price, priceCurrency: 'EUR' });
const kettle = { '@context': 'https://schema.org', '@type': 'Product', name: 'Copper kettle', offers: offer('49.90') };
const tea = { '@type': 'MenuItem', name: 'Green tea', offers: offer('3.50') };
const cafe = {
  ...{ '@context': 'https://schema.org', '@type': 'Restaurant', name: 'Hearth' },
  hasMenu: { '@type': 'Menu', hasMenuSection: [{ '@type': 'MenuSection', name: 'Tea', hasMenuItem: [tea] }] },
};
const page = `<html lang="en"><title>Copper kettle</title><style>:root { --primary: #8a3324 } body { background: #fffaf3 }</style>
  ${linked(kettle)}${linked(cafe)}<main><h1>Copper kettle</h1><p>A kettle of hammered copper, made by hand in our workshop.</p>
  <p>You can return the kettle within 30 days of delivery. We pay the postage for returns.</p>
  <audio src="/whistle.mp3"></audio><video src="/film.mp4"></video></main></html>`;

test('each format of a page has its options, its tab and its value', async ({ gleaner, site, page: view }) => {
  site.put('/all-formats', page);
  const { answer } = gleaner;
  /** Selects a single format, fills in its required field, if any, and scrapes the page. */
  const run = async (format: string, field?: string, value = '') => {
    await gleaner.toggleFormat(format);
    if (field) await view.getByRole('textbox', { name: field }).fill(value);
    await gleaner.scrapeWell(`${site.url}/all-formats`);
    await expect(gleaner.tab(format === 'Question' || format === 'Query' ? 'Answer' : format)).toBeVisible();
    await expect(answer.getByRole('heading', { name: 'Copper kettle', level: 2 })).toBeVisible();
    const { width = 0 } = (await answer.getByRole('heading', { level: 2 }).boundingBox()) ?? {};
    expect(width).toBeGreaterThan(100);
    await gleaner.toggleFormat(format);
  };
  await gleaner.toggleFormat('Markdown');

  await run('Highlights', 'Query', 'days to return the kettle');
  await expect(answer.getByText('You can return the kettle within 30 days')).toBeVisible();
  await run('Question', 'Question', 'Within how many days can I return the kettle?');
  await expect(answer.getByText(/^30 .*within 30 days of delivery/)).toBeVisible();
  await run('Query', 'Prompt', 'What is the weight of the kettle?');
  await expect(answer.getByText('Nothing on the page matches the query.')).toBeVisible();
  await expect(answer.getByRole('note')).toContainText('Warning');
  await run('Product');
  await expect(answer.locator('pre')).toContainText('"amount": 49.9');
  await run('Menu');
  await expect(answer.locator('pre')).toContainText('"name": "Green tea"');
  await run('Branding');
  await expect(answer.getByRole('listitem').filter({ hasText: 'primary#8A3324' })).toBeVisible();
  await run('Audio');
  await expect(answer.getByRole('link', { name: `${site.url}/whistle.mp3` })).toBeVisible();
  await run('Video');
  await expect(answer.getByRole('link', { name: `${site.url}/film.mp4` })).toBeVisible();
});
