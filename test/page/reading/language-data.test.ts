import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createGuardedFetch } from '../../../core/net/engines/http/guarded-fetch';
import { GuardedAddresses } from '../../../core/net/politeness/guarded-addresses';
import { LanguageData } from '../../../core/page/reading/language-data';
import { folders, rememberingLog } from '../../storage/support';

const temporary = folders();
const requests: string[] = [];
const server = createServer((request, answer) => {
  requests.push(request.url ?? '');
  if (request.url === '/fra') answer.end(gzipSync('data of French'));
  else if (request.url === '/deu') answer.end('<h1>Sign in</h1>');
  else answer.writeHead(404).end();
});
const http = createGuardedFetch(new GuardedAddresses({ allowPrivateNetwork: true, allowedHosts: [] }));
const { signal } = new AbortController();
let dataDir: string;

beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)));
afterAll(async () => {
  await http.close();
  server.close();
});
beforeEach(async () => {
  dataDir = await temporary.make();
  requests.length = 0;
});
afterEach(() => temporary.removeAll());

function languages(settings: Partial<Record<'ocrLanguages', string[]> & { ocrFolder: string; ocrDownload: boolean }>) {
  const log = rememberingLog();
  const data = new LanguageData({
    dataDir,
    settings: () => ({ ocrLanguages: ['eng'], ocrFolder: '', ocrDownload: false, ...settings }),
    http,
    log,
    urlOf: (code) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${code}`,
  });
  return { data, log };
}

it('downloads nothing unless it is allowed', async () => {
  const { data } = languages({ ocrLanguages: ['fra'] });
  expect(await data.settings(signal)).toEqual({ languages: ['fra'], folders: [join(dataDir, 'ocr')] });
  expect(requests).toEqual([]);
});

it('downloads a missing language once, and never English', async () => {
  const { data } = languages({ ocrLanguages: ['eng', 'fra'], ocrDownload: true });
  await Promise.all([data.settings(signal), data.settings(signal)]);
  await data.settings(signal);
  expect(requests).toEqual(['/fra']);
  expect(await readdir(join(dataDir, 'ocr'))).toEqual(['fra.traineddata.gz']);
});

it('takes a language from the folder of the user', async () => {
  const ocrFolder = join(dataDir, 'own');
  await mkdir(ocrFolder);
  await writeFile(join(ocrFolder, 'fra.traineddata'), 'data');
  const { data } = languages({ ocrLanguages: ['fra'], ocrFolder, ocrDownload: true });
  expect((await data.settings(signal)).folders).toEqual([ocrFolder, join(dataDir, 'ocr')]);
  expect(requests).toEqual([]);
});

it('logs a download that fails or is not language data, and does not repeat it soon', async () => {
  const { data, log } = languages({ ocrLanguages: ['deu', 'xyz'], ocrDownload: true });
  await data.settings(signal);
  await data.settings(signal);
  expect(requests.sort()).toEqual(['/deu', '/xyz']);
  expect(await readdir(dataDir)).not.toContain('ocr');
  const lines = log.warnings.join('\n');
  expect(lines).toContain('"deu" could not be downloaded');
  expect(lines).toContain('status 404');
});

it('stops waiting when the page is cancelled', async () => {
  const { data } = languages({ ocrLanguages: ['fra'], ocrDownload: true });
  await expect(data.settings(AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled');
});
