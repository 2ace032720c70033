import { setTimeout as pause } from 'node:timers/promises';
import { animatedWebp } from './animated-webp.mjs';

const size = { width: 1080, height: 700 };
const quality = 45;

/** Shows a pointer at the position of the next click, because screenshots do not contain the pointer. */
const showPointer = ({ x, y }) => {
  const pointer = document.getElementById('pointer') ?? document.body.appendChild(document.createElement('div'));
  pointer.id = 'pointer';
  pointer.style = `position:fixed;z-index:9999;left:${x - 11}px;top:${y - 11}px;width:22px;height:22px;border-radius:50%;background:#e8a03388;border:2px solid #b06f00;pointer-events:none`;
};

/**
 * Records the README animation: a listing, a click on a price, the table and the exported file. Returns an animated
 * WebP. `say` translates UI text.
 */
export async function takeMovie(context, { url, site, say }) {
  const page = await context.newPage();
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const session = await context.newCDPSession(page);
  const frames = [];
  async function frame(ms) {
    // Waits until transitions have finished.
    await pause(400);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    frames.push({ image: Buffer.from(data, 'base64'), ms });
  }
  async function click(target) {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    await page.evaluate(showPointer, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    await frame(900);
    await target.click();
    await page.evaluate(() => document.getElementById('pointer')?.remove());
  }
  const address = `${site}shop/index.html`;
  await page.goto(`${url}/#/start`);
  const box = page.getByRole('textbox', { name: say('Paste a web address') });
  await box.waitFor();
  await frame(900);
  await box.pressSequentially(address);
  await frame(900);
  await box.press('Enter');
  await page
    .getByRole('button', { name: new RegExp(`^${say('Open as table:')}`) })
    .first()
    .waitFor({ timeout: 30_000 });
  await frame(1800);
  const cards = page.getByRole('list', { name: say('Choose what you want from the page') });
  await click(cards.getByRole('button', { name: new RegExp(`^${say('A table')}`) }));
  const price = page
    .frameLocator(`iframe[title="${say('Page')}"]`)
    .getByText('€3.20')
    .first();
  await price.waitFor({ timeout: 30_000 });
  await frame(1000);
  await click(price);
  await page.getByRole('grid', { name: say('Rows') }).waitFor();
  await frame(2200);
  await click(page.getByRole('button', { name: /^Get all rows/ }));
  const file = page.getByRole('link', { name: 'Download XLSX' });
  await file.waitFor({ timeout: 30_000 });
  await frame(2200);
  await click(file);
  await frame(2600);
  await page.close();
  return animatedWebp(frames, size);
}
