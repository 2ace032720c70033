import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadPlugin, runSink } from '@gleaner/plugin/testing';

const plugin = await loadPlugin(new URL('..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'csv-rows-'));
after(() => rm(folder, { recursive: true }));

const page = (title: string) => ({ metadata: { title, sourceURL: 'https://tea.example/' } });
const columns = ['metadata.title', 'metadata.sourceURL', 'links'];

test('appends a row for each page below one header', async () => {
  const settings = { folder, columns };
  const first = await runSink(plugin, { data: [page('Tea, "green"')], settings });
  await Promise.all(['=1+1', 'Cake'].map((title) => runSink(plugin, { data: [page(title)], settings })));
  assert.equal(first.result, 'delivered');
  const [header, ...rows] = (await readFile(join(folder, 'pages.csv'), 'utf8')).split('\r\n');
  assert.equal(header, 'metadata.title,metadata.sourceURL,links');
  assert.deepEqual(rows.sort(), [
    '',
    `"Tea, ""green""",https://tea.example/,`,
    `'=1+1,https://tea.example/,`,
    'Cake,https://tea.example/,',
  ]);
});

test('writes nothing for an event without pages', async () => {
  await runSink(plugin, { type: 'crawl.completed', settings: { folder, name: 'none.csv' } });
  await assert.rejects(readFile(join(folder, 'none.csv')), /ENOENT/);
});

test('rejects, so that the event is delivered again, if the folder is missing', async () => {
  const settings = { folder: join(folder, 'missing'), columns };
  await assert.rejects(runSink(plugin, { data: [page('Tea')], settings }), /ENOENT/);
});
