/** Steps that a user performs in the table builder, shared by several specs. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import type { TestEngine } from '../support/engine';
import { expect } from './gleaner-test';

/** Browser options that simulate a window of 1280 × 800 pixels at 200% zoom, with reduced motion. */
export const atDoubleZoom = {
  viewport: { width: 640, height: 400 },
  contextOptions: { reducedMotion: 'reduce' },
} as const;

/** Locates the mirror of the live page. */
export const frame = (page: Page) => page.frameLocator('iframe[title="Page"]');

/** Locates the rows of the table, including its header. */
export const rows = (page: Page) => page.getByRole('grid', { name: 'Rows' }).getByRole('row');

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((button) => button === document.activeElement)) return;
  }
  throw new Error(`Tab never came to ${target}.`);
}

/** Opens the expert tools menu. */
export const openTools = (page: Page) => page.getByRole('button', { name: 'More tools', exact: true }).click();

/** Clicks an entry in the expert tools menu. */
export async function useTool(page: Page, name: string): Promise<void> {
  await openTools(page);
  await page.getByRole('button', { name, exact: true }).click();
}

/** Locates the button that reads all rows. */
export const getRows = (page: Page) => page.getByRole('button', { name: /^Get all rows/ });

/** Waits until all rows have been read. Returns the job's result. */
export async function untilRowsRead(
  page: Page,
  engine: TestEngine,
): Promise<{ id: string; data: Record<string, unknown>[]; warning?: string }> {
  await expect(page.getByRole('link', { name: 'Download XLSX' })).toBeVisible({ timeout: 30_000 });
  const id = (await page.getByRole('link', { name: 'Open in Jobs' }).getAttribute('href'))?.split('/').pop() ?? '';
  return { id, ...(await engine.call('GET', `/v2/table/${id}`)).body };
}

/** Reads all rows of the displayed table. Returns the job's result. */
export async function readAllRows(page: Page, engine: TestEngine) {
  await getRows(page).click();
  return untilRowsRead(page, engine);
}

/** Downloads the rows as CSV. Returns the text without the byte order mark. */
export async function downloadedCsv(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV', exact: true }).click();
  const file = await download;
  await expect(page.getByText(`Downloading ${file.suggestedFilename()} (`).last()).toHaveText(/\(\d+ rows?\)\.$/);
  return (await readFile(await file.path(), 'utf8')).replace(/^\uFEFF/, '');
}

/** Downloads the rows as a spreadsheet and returns its cells. `press` starts the download. */
export async function downloadedSheet(
  page: Page,
  press = () => page.getByRole('link', { name: 'Download XLSX' }).click(),
) {
  const download = page.waitForEvent('download');
  await press();
  return readSheet(await readFile(await (await download).path()));
}
