/** Tests side-by-side panes and their separator. */
import { expect, test } from './gleaner-test';

test('panes are resized by keys and by the pointer, within limits, and keep their size', async ({ gleaner, page }) => {
  const line = page.getByRole('separator', { name: 'Resize the request and result panes' });
  const width = async () => (await page.getByRole('complementary', { name: 'Request' }).boundingBox())!.width;
  const before = await width();
  await line.focus();
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
  await expect(line).toHaveAttribute('aria-valuenow', '38');
  expect(await width()).toBeGreaterThan(before + 60);
  await page.keyboard.press('End');
  await expect(line).toHaveAttribute('aria-valuenow', '60');
  const box = (await line.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x - 150, box.y + 40, { steps: 4 });
  await page.mouse.up();
  const share = Number(await line.getAttribute('aria-valuenow'));
  expect(share).toBeLessThan(55);
  await page.reload();
  await expect(gleaner.address).toBeVisible();
  await expect(line).toHaveAttribute('aria-valuenow', String(share));
});
