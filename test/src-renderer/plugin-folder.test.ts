import { expect, it } from 'vitest';
import { readPackedFile } from '../../core/platform/plugins/plugin-package';
import { pluginUploads } from '../../src-renderer/composables/settings/plugin-folder';

/** Creates a file as the browser provides it for a selected folder. `path` starts with that folder. */
const file = (path: string, content: string) => {
  const made = new File([content], path.split('/').at(-1) ?? '');
  return Object.defineProperty(made, 'webkitRelativePath', { value: path.includes('/') ? path : '' });
};
const manifest = { id: 'mine', version: '1.0.0', engine: '>=0.1', contributions: ['format:mine'] };
const names = async (...files: File[]) => (await pluginUploads(files)).map(({ name }) => name);

it('uploads selected files as they are', async () =>
  expect(await names(file('a.mjs', ''), file('b.tgz', ''))).toEqual(['a.mjs', 'b.tgz']));

it('uploads the scripts at the top level of a folder without a manifest', async () => {
  const files = [
    file('set/a.mjs', ''),
    file('set/lib/b.mjs', ''),
    file('set/c.txt', ''),
    file('set/package.json', '{}'),
  ];
  expect(await names(...files)).toEqual(['a.mjs']);
});

it.each([
  ['gleaner.plugin.json', JSON.stringify(manifest)],
  ['package.json', JSON.stringify({ name: 'mine', gleaner: manifest })],
])('uploads a folder with %s as one package', async (name, content) => {
  const files = [
    file(`mine/${name}`, content),
    file('mine/index.mjs', 'export default 1;'),
    file('mine/deep/x.mjs', ''),
  ];
  const [packed, ...others] = await pluginUploads(files);
  expect([packed?.name, others]).toEqual(['mine.tgz', []]);
  const [plugin] = await readPackedFile('mine.tgz', new Uint8Array(await packed!.arrayBuffer()));
  expect(plugin).toMatchObject({ file: 'mine.mjs', code: 'export default 1;' });
  expect(JSON.parse(plugin!.manifest ?? '')).toMatchObject(manifest);
});
