import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPackedPath } from '../../../core/platform/plugins/plugin-package';
import { folders } from '../../storage/support';

const temporary = folders();
let folder: string;
const put = (name: string, text: string) => writeFile(join(folder, name), text);
const manifest = (more: object = {}) =>
  JSON.stringify({ id: 'mine', version: '1.0.0', engine: '>=0.1', contributions: ['format:mine'], ...more });

beforeEach(async () => {
  folder = await temporary.make();
});
afterEach(() => temporary.removeAll());

it.each([
  ['index.mjs', /does not contain index\.mjs/],
  ['gleaner.plugin.json', /has no manifest/],
])('reads no file through a symlink in a folder: %s', async (name, reason) => {
  await put('outside.txt', 'secret');
  for (const [file, text] of [
    ['index.mjs', 'export default 1'],
    ['gleaner.plugin.json', manifest()],
  ] as const) {
    if (file === name) await symlink('/etc/passwd', join(folder, file));
    else await put(file, text);
  }
  await expect(readPackedPath(folder)).rejects.toThrow(reason);
});

it('does not follow a symlink to a folder or a file', async () => {
  await mkdir(join(folder, 'real'));
  await symlink(join(folder, 'real'), join(folder, 'link'));
  await symlink('/etc/passwd', join(folder, 'passwd.mjs'));
  for (const name of ['link', 'passwd.mjs'])
    await expect(readPackedPath(join(folder, name))).rejects.toThrow('is neither a file nor a folder');
});

it.each(['../other.mjs', '/etc/passwd', 'sub/index.mjs', 'C:\\evil.mjs', 'evil.node', 'a\0.mjs'])(
  'accepts no path or native addon as the script: %s',
  async (main) => {
    await put('gleaner.plugin.json', manifest({ main }));
    await put('index.mjs', 'export default 1');
    await expect(readPackedPath(folder)).rejects.toThrow('"main" must be the name of a script');
  },
);
