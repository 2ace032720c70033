import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { chromium } from 'playwright-core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTableSite, type TableSite } from '../e2e/table-site';
import { InstalledPackage } from './installed-package';

const execute = promisify(execFile);
const types = resolve('node_modules/@types');
const { findChromium } = (await import(resolve('scripts/chromium.mjs'))) as { findChromium(): string | undefined };

let site: TableSite;
let installed: InstalledPackage;
beforeAll(async () => {
  [site, installed] = await Promise.all([startTableSite(), InstalledPackage.create()]);
});
afterAll(async () => {
  await site?.close();
  await installed?.delete();
});

const filesOf = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).flatMap((entry) =>
    entry.isFile() ? join(entry.parentPath, entry.name) : [],
  );

/** Runs are-the-types-wrong from the npm registry. It is not a dependency, because only this test needs it. */
const checkTypes = (tarball: string, ...options: readonly string[]) =>
  installed.npm('exec', '--yes', '@arethetypeswrong/cli@0.18.5', '--', tarball, '--profile', 'esm-only', ...options);

describe('the packed files', () => {
  it('contain only the build, its resources and its command', async () => {
    const folder = join(installed.folder, 'node_modules', 'gleaner');
    const names = (await filesOf(folder)).map((file) => file.slice(folder.length + 1));
    const allowed =
      /^(?:out\/(?:main|preload|renderer|types)\/|resources\/(?:demo-site|filters)\/|resources\/icon\.png$|scripts\/[\w-]+\.mjs$|[A-Z-]+(?:\.md|\.txt)?$|package\.json$)/;
    expect(names.filter((name) => !allowed.test(name) || /\.(?:map|ts)$/.test(name.replace(/\.d\.ts$/, '')))).toEqual(
      [],
    );
  });

  it('take at most 120 MB with all dependencies, none of which runs a script', async () => {
    const files = await filesOf(join(installed.folder, 'node_modules'));
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(120e6);
    const lock = JSON.parse(await readFile(join(installed.folder, 'package-lock.json'), 'utf8'));
    const entries = Object.entries<{ readonly hasInstallScript?: boolean }>(lock.packages);
    expect(entries.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  });

  it('pass publint and are-the-types-wrong', async () => {
    const pkgDir = join(installed.folder, 'node_modules', 'gleaner');
    const { messages, pkg } = await publint({ pkgDir, level: 'warning' });
    expect(messages.map((message) => formatMessage(message, pkg as Record<string, unknown>))).toEqual([]);
    // The root export is the entry point of the Electron app. Nobody imports it.
    await checkTypes(installed.tarball, '--exclude-entrypoints', '.');
  });

  it('have types for a plugin author', async () => {
    const source = `import { defineFormat } from 'gleaner/plugin';
      export default defineFormat({ id: 'loud', summary: 'Loud.', needs: ['metadata'], derive: ({ metadata }) => metadata.title });
      // @ts-expect-error A format needs a summary.
      defineFormat({ id: 'x', needs: [], derive: () => 1 });`;
    await writeFile(join(installed.folder, 'loud.mts'), source);
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const args = ['loud.mts', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
    await execute(process.execPath, [tsc, ...args], { cwd: installed.folder });
  });
});

describe('the package for plugin authors', () => {
  it('passes publint and are-the-types-wrong, and has the types of Gleaner', async () => {
    const { stdout } = await execute('npm', ['pack', resolve('out/toolkit'), '--json'], { cwd: installed.folder });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    await installed.npm('install', join(installed.folder, filename));
    const pkgDir = join(installed.folder, 'node_modules', '@gleaner/plugin');
    const { messages, pkg } = await publint({ pkgDir, level: 'warning' });
    expect(messages.map((message) => formatMessage(message, pkg as Record<string, unknown>))).toEqual([]);
    await checkTypes(join(installed.folder, filename));
  });

  it('tests, type-checks and packs a new plugin', async () => {
    await installed.gleaner('plugin', 'new', 'tea');
    const tea = join(installed.folder, 'tea');
    await execute(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', tea, '--typeRoots', types]);
    await installed.gleaner('plugin', 'test', 'tea');
    const { stdout } = await installed.gleaner('plugin', 'pack', 'tea');
    expect(stdout).toBe('tea-0.1.0.tgz\n');
  });
});

describe('the installed command', () => {
  it('scrapes a page', async () => {
    const { stdout } = await installed.gleaner('scrape', `${site.url}/shop`, '--allow-private-network');
    expect(stdout).toContain('Lamp number 6');
  });

  it('takes a screenshot in a browser', async () => {
    await installed.gleaner('scrape', `${site.url}/shop`, '--allow-private-network', '-f', 'screenshot', '-o', 'a.png');
    expect((await readFile(join(installed.folder, 'a.png'))).subarray(1, 4).toString()).toBe('PNG');
  });

  it('crawls a site into a folder', async () => {
    await installed.gleaner('crawl', `${site.url}/shop`, '--limit', '3', '--allow-private-network', '-o', 'pages/');
    expect((await filesOf(join(installed.folder, 'pages'))).length).toBe(3);
  });

  it('recognizes the text of an image', async () => {
    const { stdout } = await installed.gleaner('parse', resolve('test/fixtures/ocr/letter.png'));
    expect(stdout).toMatch(/\w{4,} \w{4,}/);
  });

  it('serves tools to the official MCP client', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({ ...installed.command, args: ['mcp', '--allow-private-network'], stderr: 'ignore' }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('scrape');
    const { content } = await client.callTool({ name: 'scrape', arguments: { url: `${site.url}/shop` } });
    expect(JSON.stringify(content)).toContain('Lamp number 6');
    await client.close();
  });
});

describe('the served engine', () => {
  it('answers scrapes with the format of a third party', async () => {
    const plugin = `import { defineFormat } from 'gleaner/plugin';
      export default defineFormat({ id: 'loud', summary: 'Loud.', needs: ['metadata'], derive: ({ metadata }) => metadata.title.toUpperCase() });`;
    await mkdir(join(installed.folder, 'plugins'));
    await writeFile(join(installed.folder, 'plugins', 'loud.mjs'), plugin);
    await installed.gleaner('plugins', 'add', 'plugins/loud.mjs');
    const engine = await installed.serve();
    const headers = { authorization: `Bearer ${engine.key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ url: `${site.url}/shop`, formats: ['loud'] });
    const response = await fetch(`${engine.url}/v2/scrape`, { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ success: true, data: { loud: 'LAMPS' } });
    await engine.stop();
  });

  it('builds a table in a browser', async () => {
    const engine = await installed.serve();
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const browser = await chromium.launch({ executablePath: findChromium(), args });
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(engine.signInLink);
    await page.goto(`${engine.url}/#/new-table`);
    // Waits for the New table view, because the Start view also has a URL field.
    await page.getByRole('heading', { name: 'New table', level: 1 }).waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill(`${site.url}/shop`);
    await page.getByRole('textbox', { name: 'Address' }).press('Enter');
    await page.frameLocator('iframe[title="Page"]').getByText('€ 18.50').click({ timeout: 60_000 });
    const rows = page.getByRole('grid', { name: 'Rows' }).getByRole('row');
    await rows.nth(20).waitFor();
    expect(await rows.count()).toBe(21);
    await browser.close();
    await engine.stop();
  });

  it('backs up its data, and restores it', async () => {
    await installed.gleaner('backup', 'backup.tar.gz');
    const { stderr } = await installed.gleaner('restore', 'backup.tar.gz');
    expect(stderr).toContain('Restored the backup from');
  });
});

it('leaves nothing outside its data folder when it is removed', async () => {
  await installed.npm('uninstall', 'gleaner', '@gleaner/plugin');
  expect(existsSync(join(installed.folder, 'node_modules', 'gleaner'))).toBe(false);
  const outside = (await installed.files()).filter((file) => !file.startsWith(installed.dataFolder));
  expect(outside.filter((file) => !file.includes('/.npm'))).toEqual([]);
});
