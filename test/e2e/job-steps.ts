/** Steps that a user performs on a job, shared by browser and desktop tests. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { expect } from './gleaner-test';

/** Exported file. */
export interface ExportedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Clicks an entry in the export menu, and returns the downloaded file. */
export type Export = (label: 'JSONL' | 'CSV' | 'XLSX' | 'Markdown zip') => Promise<ExportedFile>;

interface Exported {
  readonly markdown: string;
  readonly metadata: { readonly url: string; readonly title?: string };
}

/** Locates the grid with a job's pages or records. */
export const grid = (page: Page) => page.getByRole('grid', { name: 'Rows' });

/** Locates the rendered rows of the grid, without the header. */
export const rows = (page: Page) => grid(page).getByRole('rowgroup').getByRole('row');

/** Locates a figure in a job's progress, e.g. `Done`. */
export const figure = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Progress' })
    .locator('div', { has: page.getByText(name, { exact: true }) })
    .locator('dd');

/** Opens the export menu and clicks an entry. */
export async function pressExport(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('navigation', { name: 'Export as' }).getByRole('link', { name: label }).click();
}

/** Downloads the CSV file from the export menu. Returns its text without the byte order mark. */
export async function exportedCsv(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await pressExport(page, 'CSV');
  return (await readFile(await (await download).path(), 'utf8')).replace('\ufeff', '');
}

/** Waits until the open job has finished. */
export const untilJobEnded = (page: Page) =>
  // In a narrow window, the button is in a closed menu.
  expect(page.getByRole('button', { name: 'Run again', includeHidden: true })).toBeAttached({ timeout: 30_000 });

/** Turns on the option of a crawl that also includes pages outside the path of the start page. */
export async function includeRestOfSite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('switch', { name: 'Include the rest of the site' }).click();
}

/**
 * Crawls the demo site from the New job view, waits for the job to end, and opens the first page in its results.
 * Returns the number of pages.
 */
export async function crawlDemoSite(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Use the demo site' }).click();
  await expect(page.getByLabel('Start page')).toHaveValue(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page).toHaveURL(/#\/jobs\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Done', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 60_000 });
  const row = rows(page).first();
  await expect(row).toBeVisible();
  // The figures and the list are updated together, up to two seconds after the job ends.
  const done = await page.evaluate(async (job) => {
    const answer = await fetch(`/local/jobs/${job}/rows?limit=1`);
    return (await answer.json()).total as number;
  }, page.url().split('/').at(-1));
  await expect(figure(page, 'Done')).toHaveText(String(done));
  expect(done).toBeGreaterThan(3);
  await row.click();
  await expect(
    page.getByRole('region', { name: 'Page', exact: true }).getByRole('tab', { name: 'Markdown' }),
  ).toBeVisible();
  return done;
}

/** Exports a finished crawl in every format. Expects the same pages in each file. */
export async function expectExports(exportAs: Export, count: number): Promise<void> {
  const jsonl = await exportAs('JSONL');
  expect(jsonl.name).toMatch(/^gleaner-crawl-127\.0\.0\.1-\d{4}-\d\d-\d\d\.jsonl$/);
  const documents: Exported[] = jsonl.bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(documents).toHaveLength(count);
  expect(documents.filter(({ markdown }) => markdown.length > 100).length).toBeGreaterThan(count / 2);

  const csv = await exportAs('CSV');
  expect(csv.name).toMatch(/\.csv$/);
  const rows: { url: string; title: string; statusCode: string; markdown: string }[] = parse(csv.bytes, {
    columns: true,
    bom: true,
  });
  expect(rows.map(({ url }) => url)).toEqual(documents.map(({ metadata }) => metadata.url));
  expect(rows.map(({ title }) => title)).toEqual(documents.map(({ metadata }) => metadata.title ?? ''));
  // Text that a spreadsheet would interpret as a formula is prefixed with an apostrophe.
  const cells = documents.map(({ markdown }) => markdown.replace(/^(?=[=+\-@\t\r])/, "'"));
  expect(rows.map(({ markdown }) => markdown)).toEqual(cells);

  const xlsx = await exportAs('XLSX');
  const [header = [], ...sheet] = await readSheet(xlsx.bytes);
  const read = sheet.map((values) => Object.fromEntries(header.map((name, at) => [String(name), values[at]])));
  expect(read.map(({ url, title, statusCode }) => [url, title ?? '', String(statusCode)])).toEqual(
    rows.map(({ url, title, statusCode }) => [url, title, statusCode]),
  );

  const zip = await exportAs('Markdown zip');
  expect(zip.name).toMatch(/\.zip$/);
  const files = await unpacked(zip.bytes);
  expect(files).toHaveLength(count);
  for (const [index, text] of files.entries())
    expect(text.endsWith(`---\n\n${documents[index]!.markdown}\n`), documents[index]!.metadata.url).toBe(true);
}

/** Returns the contents of an archive's files, sorted by file name. */
async function unpacked(archive: Buffer): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-zip-'));
  try {
    const file = join(folder, 'pages.zip');
    await writeFile(file, archive);
    await promisify(execFile)('python3', ['-m', 'zipfile', '-e', file, join(folder, 'out')]);
    const names = (await readdir(join(folder, 'out'))).sort();
    return await Promise.all(names.map((name) => readFile(join(folder, 'out', name), 'utf8')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
