import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDocx } from '../parsers/make-office';
import { type TestEngine } from '../support/engine';
import { sharedTestEngine } from '../support/shared-engine';
import { gleaner } from './program';

let engine: TestEngine;
let folder: string;
let access: string[];
beforeAll(async () => {
  [engine, folder] = await Promise.all([sharedTestEngine(), mkdtemp(join(tmpdir(), 'gleaner-parse-'))]);
  access = ['--api-url', engine.url, '--api-key', engine.key];
  await mkdir(join(folder, 'in/.git'), { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'in/report.docx'), makeDocx()),
    writeFile(join(folder, 'in/report.md'), '# Notes'),
    writeFile(join(folder, 'in/.git/config'), 'hidden'),
  ]);
});
afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

it('prints the markdown of a file', async () => {
  const { code, stdout } = await gleaner(...['parse', join(folder, 'in/report.docx'), ...access]);
  expect([code, stdout.split('\n', 1)[0]]).toEqual([0, '# Report']);
});

it('writes the files of a folder and reports those it cannot read', async () => {
  const out = join(folder, 'out');
  const { code, stderr } = await gleaner(...['parse', join(folder, 'in'), '-o', `${out}/`, ...access]);
  expect([code, stderr]).toEqual([0, expect.stringContaining('2 of 2 files written')]);
  expect(await readFile(join(out, 'report.md'), 'utf8')).toMatch(/^# Report\n/);
  expect(await readFile(join(out, 'report.md.md'), 'utf8')).toBe('# Notes\n');
  await writeFile(join(folder, 'in/tool'), Buffer.from('7f454c4602010100000000000000000003003e0001', 'hex'));
  const second = await gleaner(...['parse', join(folder, 'in'), '-o', `${out}/`, ...access]);
  expect(second).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/tool: tool is a file of type[\s\S]*1 of 3 files could not be read/),
  });
});

it('offers language models a tool that reads a file by its path', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const args = ['out/main/cli.js', 'mcp', ...access];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  const tool = (await client.listTools()).tools.find(({ name }) => name === 'parse');
  expect(tool?.inputSchema).toMatchObject({ properties: { file: { type: 'string' } }, required: ['file'] });
  const parse = (file: string) => client.callTool({ name: 'parse', arguments: { file } });
  expect(await parse(join(folder, 'in/report.docx'))).toMatchObject({
    content: [{ text: expect.stringMatching(/^# Report/) }, {}],
  });
  expect(await parse(join(folder, 'none.pdf'))).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('could not be read') }],
  });
  await client.close();
});
