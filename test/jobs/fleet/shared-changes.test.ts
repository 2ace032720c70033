import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../../core/common/log';
import { SharedChanges } from '../../../core/platform/user-documents/shared-changes';
import { rememberingLog } from '../../storage/support';

let version: number;
let heard: number[];
let changes: SharedChanges;
const hear = async () => {
  const seen = version;
  await new Promise((resolve) => setTimeout(resolve, 20));
  heard.push(seen);
};
const open = (log = silentLog) => SharedChanges.open(async () => ({ settings: version }), log);

beforeEach(async () => {
  version = 1;
  heard = [];
  changes = await open();
  changes.on('settings', hear);
});
afterEach(() => changes.stop());

test('applies a change of another node once a poll has ended', async () => {
  await changes.start();
  await changes.look();
  expect(heard).toEqual([]);
  version = 2;
  await changes.look();
  expect(heard).toEqual([2]);
});

test('applies earlier changes at the first poll', async () => {
  version = 2;
  await changes.start();
  expect(heard).toEqual([2]);
});

test('serializes concurrent polls, and applies a change once', async () => {
  await changes.start();
  version = 2;
  await Promise.all([changes.look(), changes.look(), changes.look()]);
  expect(heard).toEqual([2]);
});

test('retries a failed change at the next poll; reports it to the caller, and to the log once', async () => {
  const log = rememberingLog();
  let fails = true;
  await changes.stop();
  changes = await open(log);
  changes.on('settings', () => {
    if (fails) throw new Error('not now');
  });
  changes.on('settings', hear);
  version = 2;
  await expect(changes.look('settings')).rejects.toThrow('not now');
  await expect(changes.look('settings')).rejects.toThrow('not now');
  expect(heard).toEqual([2]);
  expect(log.warnings).toEqual([expect.stringContaining('a change to settings')]);
  fails = false;
  await changes.look();
  await changes.look();
  expect([heard, log.warnings.length]).toEqual([[2], 1]);
});

test('does not block callers that do not need a failing change, and nobody after five attempts', async () => {
  changes.on('settings', () => {
    throw new Error('never');
  });
  version = 2;
  await changes.look('keys');
  expect(heard).toEqual([2]);
  for (let tries = 0; tries < 3; tries += 1) await expect(changes.look('settings')).rejects.toThrow('never');
  await changes.look('settings');
});

test('applies nothing after the end', async () => {
  await changes.start();
  await changes.stop();
  version = 2;
  await changes.look();
  expect(heard).toEqual([]);
});
