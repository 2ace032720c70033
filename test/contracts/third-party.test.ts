import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeZip } from '../parsers/make-zip';
import { startTestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';

const fixtures = join(import.meta.dirname, '../fixtures/plugins');

let dataDir: string;
let site: FixtureSite;
let engine: Awaited<ReturnType<typeof startTestEngine>>;
beforeAll(async () => {
  [dataDir, site] = await Promise.all([mkdtemp(join(tmpdir(), 'gleaner-plugins-')), startFixtureSite()]);
  await cp(fixtures, join(dataDir, 'plugins'), { recursive: true });
  const pins = ['minutes.mjs', 'badge.mjs'].map(async (file) => {
    const sha256 = createHash('sha256')
      .update(await readFile(join(fixtures, file)))
      .digest('hex');
    return { file, sha256 };
  });
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ enabledPlugins: await Promise.all(pins) }));
  engine = await startTestEngine({ dataDir });
});
afterAll(async () => {
  await engine?.stop();
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
});

const scrape = async (path: string, options: object = {}) =>
  (await engine.call('POST', '/v2/scrape', { url: `${site.url}${path}`, ...options })).body;

const minutes = `<minutes><person>Ada &amp; Co</person><person>Ben</person><decision>the bridge stays</decision>
<vote>yes|4</vote><vote>no|1</vote><note>Until May.</note></minutes>`;
const core = '<cp:coreProperties><dc:title>Council, May</dc:title></cp:coreProperties>';

describe('a third-party parser', () => {
  it('reads its file type with the helpers of built-in parsers', async () => {
    site.put('/may.minutes', Buffer.from(makeZip({ 'minutes.xml': minutes, 'docProps/core.xml': core })), {
      'content-type': 'application/x-minutes',
    });
    const { data } = await scrape('/may.minutes');
    expect(data.metadata.title).toBe('Council, May');
    expect(data.markdown).toBe(
      [
        '- Ada & Co',
        '- Ben',
        '',
        '**Decided:** the bridge stays[^1]',
        '',
        '| Vote |  |',
        '| --- | --- |',
        '| yes | 4 |',
        '| no | 1 |',
        '',
        '[^1]: Until May.',
      ].join('\n'),
    );
  });

  it('decodes plain text and escapes it', async () => {
    site.put('/june.minutes', Buffer.from('caf\xe9 <b>', 'latin1'), {
      'content-type': 'application/x-minutes; charset=iso-8859-1',
    });
    expect((await scrape('/june.minutes')).data.markdown).toContain('café <b>');
  });

  it('refuses a damaged file with the code of built-in parsers', async () => {
    site.put('/bad.minutes', Buffer.from('PK damaged'), { 'content-type': 'application/x-minutes' });
    expect((await scrape('/bad.minutes')).code).toBe('SCRAPE_DOCUMENT_BROKEN');
  });
});

describe('a third-party format', () => {
  it('publishes its file', async () => {
    const { data } = await scrape('/article', { formats: ['badge'] });
    const reply = await fetch(data.badge);
    expect(reply.headers.get('content-type')).toBe('image/svg+xml');
    expect(await reply.text()).toContain('>200<');
  });

  it('returns the file inline when nothing may be stored', async () => {
    const { data } = await scrape('/article', { formats: ['badge'], zeroDataRetention: true });
    expect(data.badge).toMatch(/^data:image\/svg\+xml;base64,/);
  });
});
