import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type OfferContext, offerBrowser, percentReport } from '../../../src-main/cli/browser-offer';

const browser = { path: '/opt/browser', kind: 'shell' } as const;
const { signal } = new AbortController();

let dataDir: string;
let said: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-offer-'));
  said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(dataDir, { recursive: true });
});

/** Offers a browser download to a user who responds with `answer`. Returns the number of downloads. */
async function offer(answer: string | undefined, context: Partial<OfferContext> = {}): Promise<number> {
  let downloads = 0;
  await offerBrowser(dataDir, {
    signal,
    ask: answer === undefined ? undefined : async () => answer,
    find: async () => undefined,
    install: async () => {
      downloads++;
      return browser;
    },
    ...context,
  });
  return downloads;
}

it('downloads a browser if the user agrees, by Enter or yes', async () => {
  for (const answer of ['', 'y', 'YES ']) expect(await offer(answer)).toBe(1);
  expect(said).toContain('The browser is ready: /opt/browser');
});

it('starts without a browser if the user declines, and says what does not work', async () => {
  for (const answer of ['n', 'no', 'later']) expect(await offer(answer)).toBe(0);
  expect(said).toContain('no scripts, actions, screenshots, live pages or table builder');
  expect(said).toContain('run `gleaner browser install`');
});

it('offers nothing without a terminal, or if a browser is found', async () => {
  expect(await offer(undefined)).toBe(0);
  said = '';
  expect(await offer('y', { find: async () => browser })).toBe(0);
  expect(said).toBe('');
});

it('searches for the browser in the settings', async () => {
  await writeFile(join(dataDir, 'settings.json'), '{"browserPath":"/opt/mine"}');
  const find = vi.fn(async () => browser);
  const before = process.env.GLEANER_BROWSER_PATH;
  delete process.env.GLEANER_BROWSER_PATH;
  await offer('y', { find });
  if (before !== undefined) process.env.GLEANER_BROWSER_PATH = before;
  expect(find).toHaveBeenCalledWith({ configuredPath: '/opt/mine' });
});

it('starts without a browser if the download fails', async () => {
  await offer('y', { install: () => Promise.reject(new Error('The network is down.')) });
  expect(said).toContain('The network is down. Gleaner starts without one.');
});

it('prints the progress of a download in steps, with its size', () => {
  const lines: string[] = [];
  const report = percentReport((line) => lines.push(line));
  for (const downloadedBytes of [0, 5e6, 60e6, 61e6, 120e6]) report({ downloadedBytes, totalBytes: 120e6 });
  expect(lines).toEqual(['0', '50', '100'].map((part) => `Downloading the browser: ${part}% of 120 MB`));
});
