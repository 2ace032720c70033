import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamLog } from '../../core/platform/log/stream-log';
import { plain } from '../../src-main/cli/standard-output';
import { type TestEngine } from '../support/engine';
import { sharedTestEngine } from '../support/shared-engine';
import { cli, gleaner, startCommand, startSite } from './program';

const evil = 'Harbour\u001b[2J\u001b]0;owned\u0007 and \u009b31mcranes';
let engine: TestEngine;
let site: Awaited<ReturnType<typeof startSite>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-terminal-'));
  site = await startSite((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
      .end(`${evil}\nsecond line\twith a tab\n${'A pier, a crane and a row of sheds. '.repeat(6)}`);
  });
  engine = await sharedTestEngine();
});
afterAll(async () => {
  await engine.stop();
  site.close();
  await rm(folder, { recursive: true, force: true });
});

const args = () => ['scrape', `${site.url}/`, '-f', 'rawHtml', '--data-dir', engine.dataDir];

describe.skipIf(spawnSync('which', ['script']).status !== 0)('a page shown in a terminal (needs script)', () => {
  it('cannot send control sequences', async () => {
    const command = [process.execPath, cli, ...args()].map((part) => `'${part}'`).join(' ');
    const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null']);
    expect(stdout).toContain('Harbour');
    expect(stdout).toContain('second line\twith a tab');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
    expect(stdout).not.toMatch(/[\u0000\u0007\u001b\u009b]/);
  });
});

it('keeps every character of a page in a pipe', async () => {
  expect((await gleaner(...args())).stdout).toContain('\u001b[2J');
});

it('exits without an error when the reader of standard output is gone', async () => {
  const { child, finished } = startCommand(args());
  child.stdout?.destroy();
  expect(await finished).toEqual({ code: 0, stdout: '', stderr: '' });
});

it('keeps line ends', () => {
  expect(plain('a\r\nb\n\tc\rd\u001bM')).toBe('a\nb\n\tcdM');
});

it('writes one log line per event, whatever the page contains', () => {
  const stream = new PassThrough();
  streamLog(stream).warn(`The page says ${evil}\n2026-01-01 info forged`);
  const text = String(stream.read());
  expect(text.trimEnd().split('\n')).toHaveLength(1);
  expect(text).toMatch(/Harbour \[2J \]0;owned {2}and {2}31mcranes 2026-01-01 info forged\n$/);
});
