import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRunOptions } from '../../../core/platform/settings/settings';
import { checked, renderFindings, summaryOf } from '../../../src-main/cli/doctor/finding';
import {
  browserFinding,
  folderFinding,
  machineChecks,
  portFinding,
  spaceFinding,
} from '../../../src-main/cli/doctor/machine-checks';
import { startSettings } from '../../../src-main/cli/start-settings';

const host = '127.0.0.1';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-doctor-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the report', () => {
  it('shows each result, and below it what to do', () => {
    const findings = [
      { name: 'disk', state: 'ok', text: 'Enough.' },
      { name: 'browser', state: 'problem', text: 'None.', advice: 'Install one.' },
    ] as const;
    expect(renderFindings(findings)).toBe(
      'ok     disk     Enough.\nFAULT  browser  None.\n                Install one.\n',
    );
    expect([summaryOf(findings), summaryOf(findings.slice(0, 1))]).toEqual([
      '1 fault was found.',
      'Gleaner can run on this machine.',
    ]);
  });

  it('turns a failed check into one sentence', async () => {
    const failing = () => Promise.reject(new Error('No answer.\nat line 1'));
    expect(await checked('model', 'Check its URL.', failing)).toEqual({
      name: 'model',
      state: 'problem',
      text: 'No answer.',
      advice: 'Check its URL.',
    });
  });
});

describe('the port', () => {
  it('is free, used by Gleaner, or used by another program', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, host, resolve));
    const { port } = other.address() as { port: number };
    expect(await portFinding(port, host)).toMatchObject({
      state: 'problem',
      text: `Another program uses port ${port}.`,
    });
    const running = { url: `http://${host}:${port}`, pid: 1, localToken: 't' };
    expect(await portFinding(port, host, running)).toMatchObject({ state: 'ok' });
    await new Promise((resolve) => other.close(resolve));
    expect(await portFinding(port, host)).toMatchObject({ state: 'ok' });
  });
});

describe('the disk', () => {
  it('has space, is nearly full, or is full', () => {
    const states = [10 * 1024 ** 3, 1024 ** 3, 1024 ** 2].map((bytes) => spaceFinding('/data', bytes).state);
    expect(states).toEqual(['ok', 'warning', 'problem']);
  });

  it('is a problem if the data folder cannot be created', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(await folderFinding(join(folder, 'file', 'data'))).toMatchObject({ name: 'disk', state: 'problem' });
  });
});

describe.skipIf(process.platform === 'win32')('the browser', () => {
  const program = async (name: string, script: string) => {
    const path = join(folder, name);
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return path;
  };

  it('is named with its version', async () => {
    const browserPath = await program('good', 'echo Chromium 1.2');
    expect(await browserFinding(browserPath)).toMatchObject({
      state: 'ok',
      text: `Chromium 1.2 at ${browserPath}.`,
    });
  });

  it('is a problem if it does not start, or if its path is wrong', async () => {
    const browserPath = await program('bad', 'echo missing library >&2; exit 127');
    expect(await browserFinding(browserPath)).toMatchObject({ state: 'problem' });
    expect(await browserFinding('/nowhere')).toMatchObject({
      state: 'problem',
      text: 'The browser path /nowhere is not a program.',
    });
  });
});

it('checks the browser and the port in the settings, unless options override them', async () => {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const run = readRunOptions({ dataDir }, {});
  expect(await startSettings(run)).toEqual({ port: 3002, browserPath: undefined });
  await writeFile(join(dataDir, 'settings.json'), '{"browserPath":"/opt/mine","port":4000}');
  expect(await startSettings(run)).toEqual({ port: 4000, browserPath: '/opt/mine' });
  expect(await startSettings({ ...run, port: 0 })).toEqual({ port: 0, browserPath: '/opt/mine' });
  expect((await machineChecks(run, undefined)).map(({ text }) => text)).toEqual(
    expect.arrayContaining(['The browser path /opt/mine is not a program.', expect.stringContaining('ort 4000')]),
  );
});
