import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../core/log';
import { SharedChanges } from '../../core/user-documents/shared-changes';

let version: number;
let heard: number[];
let changes: SharedChanges;

beforeEach(() => {
  version = 1;
  heard = [];
  changes = new SharedChanges(async () => ({ settings: version }), silentLog);
  changes.on('settings', async () => {
    const seen = version;
    await new Promise((resolve) => setTimeout(resolve, 20));
    heard.push(seen);
  });
});
afterEach(() => changes.stop());

test('a change of another node is in force once a look for it has ended', async () => {
  await changes.start();
  await changes.look();
  expect(heard).toEqual([]);
  version = 2;
  await changes.look();
  expect(heard).toEqual([2]);
});

test('looks that are asked for together come one after the other, and take a change up once', async () => {
  await changes.start();
  version = 2;
  await Promise.all([changes.look(), changes.look(), changes.look()]);
  expect(heard).toEqual([2]);
});

test('before the start and after the end there is nothing to be taken up', async () => {
  await changes.look();
  await changes.start();
  await changes.stop();
  version = 2;
  await changes.look();
  expect(heard).toEqual([]);
});
