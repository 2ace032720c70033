import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readManifest } from '../../../core/platform/plugins/plugin-manifest';
import { readPackedFile } from '../../../core/platform/plugins/plugin-package';
import { bundlePlugin } from '../../../src-main/plugin-toolkit/bundle-plugin';
import { newPlugin } from '../../../src-main/plugin-toolkit/new-plugin';
import { packPlugin } from '../../../src-main/plugin-toolkit/pack-plugin';
import { readProject } from '../../../src-main/plugin-toolkit/plugin-project';
import { kinds, projectFiles } from '../../../src-main/plugin-toolkit/project-files';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-toolkit-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const manifest = { id: 'loud', version: '1.2.3', engine: '>=0.1', contributions: ['format:loud'] };
const source = `import { defineFormat } from '@gleaner/plugin';
import { shout } from './shout.ts';

export default defineFormat({ id: 'loud', summary: 'Loud.', needs: ['markdown'], derive: ({ markdown }) => shout(markdown) });
`;
const shout = `interface Text { readonly text: string }

/** Returns a text in capitals. */
export function shout(text: unknown): string {
  const { text: made }: Text = { text: String(text) };
  return made.toUpperCase();
}
`;

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
}

/** Writes the files of a plugin and reads its project. */
async function project(files: Readonly<Record<string, string>>) {
  await write(files);
  return readProject(folder);
}

const loud = { 'gleaner.plugin.json': JSON.stringify(manifest), 'src/index.ts': source, 'src/shout.ts': shout };

describe('the source of a plugin', () => {
  it('is named by package.json, or has one of the usual names', async () => {
    expect((await project(loud)).source).toBe('src/index.ts');
    const named = await project({ 'package.json': '{"source":"src/shout.ts"}' });
    expect(named.source).toBe('src/shout.ts');
  });

  it('is reported when it is missing', async () => {
    await expect(readProject(folder)).rejects.toThrow('has no gleaner.plugin.json. Create one with');
    await expect(project({ 'gleaner.plugin.json': JSON.stringify(manifest) })).rejects.toThrow('has no src/index.ts');
  });

  it('is refused when its two versions differ', async () => {
    await expect(project({ ...loud, 'package.json': '{"version":"1.3.0"}' })).rejects.toThrow(
      'the versions differ: 1.2.3 in gleaner.plugin.json, 1.3.0 in package.json',
    );
  });
});

describe('a bundle', () => {
  it('is a single script that imports only the contract and modules of Node', async () => {
    const files = { ...loud, 'src/index.ts': `import { EOL } from 'node:os';\n${source.replace('Loud.', `\${EOL}`)}` };
    const { code } = await bundlePlugin(await project(files));
    expect([...code.matchAll(/from\s*"([^"]+)"|import\s*"([^"]+)"/g)].map(([, one, two]) => one ?? two)).toEqual([
      'gleaner/plugin',
      ...(code.includes('node:os') ? ['node:os'] : []),
    ]);
    expect(code).toContain('toUpperCase');
  });

  it('contains the packages that the plugin imports', async () => {
    const files = {
      'node_modules/tea/package.json': '{"name":"tea","version":"1.0.0","main":"lib.cjs"}',
      'node_modules/tea/lib.cjs': 'module.exports = { brew: (x) => "brewed " + x };',
      'src/shout.ts': `import { brew } from 'tea';\nexport const shout = (x: unknown): string => brew(String(x));\n`,
    };
    expect((await bundlePlugin(await project({ ...loud, ...files }))).code).toContain('brewed');
  });

  it.each([
    ['a syntax error', 'export const shout = (;\n', /^src\/shout\.ts:1:23: /],
    [
      'a missing file',
      `export { shout } from './none.ts';\n`,
      /^src\/shout\.ts:1:\d+: Could not resolve '\.\/none\.ts'/,
    ],
    ['a missing package', `export { shout } from 'no-such-tea';\n`, /the package "no-such-tea" is not installed/],
  ])('reports %s with its place in the sources', async (_, text, message) => {
    await expect(bundlePlugin(await project({ ...loud, 'src/shout.ts': text }))).rejects.toThrow(message);
  });

  it('maps lines of the script to lines of the sources', async () => {
    const { code, lines } = await bundlePlugin(await project(loud));
    const line = code.split('\n').findIndex((text) => text.includes('toUpperCase')) + 1;
    expect(lines.inMessage(`TypeError: no text (line ${line})`)).toBe(
      'TypeError: no text (src/shout.ts:6: return made.toUpperCase();)',
    );
    const column = code.split('\n')[line - 1]!.indexOf('toUpperCase') + 1;
    expect(lines.inMessage(`x (line ${line}, column ${column})`)).toContain('(src/shout.ts:6: ');
    expect(lines.inMessage('Error: no line (line 9999)')).toBe('Error: no line (line 9999)');
  });
});

describe('an archive', () => {
  it('has the same bytes each time, and contains what Gleaner adds', async () => {
    const made = await project({ ...loud, 'README.md': '# Loud\n' });
    const bundle = await bundlePlugin(made);
    const packed = { ...made.manifest, main: 'index.mjs' };
    const content = { code: bundle.code, manifest: JSON.stringify(packed) };
    const built = { project: made, bundle, manifest: packed, content, facts: {} as never };
    const [first, second] = [await packPlugin(built), await packPlugin(built)];
    expect(first).toEqual(second);
    expect(first.name).toBe('loud-1.2.3.tgz');
    const [added] = await readPackedFile(first.name, first.bytes);
    expect([added?.file, added?.code]).toEqual(['loud.mjs', bundle.code]);
  });
});

describe('a new plugin', () => {
  it.each(kinds)('of the kind %s has a valid manifest and its own names', (kind) => {
    const files = projectFiles({ name: 'green-tea', kind, version: '0.1.0' });
    const { contributions, engine } = readManifest({ own: files['gleaner.plugin.json'] })!;
    expect(contributions).toEqual([`${kind}:${kind === 'format' || kind === 'action' ? 'greenTea' : 'green-tea'}`]);
    expect(engine).toBe('>=0.1');
    expect(Object.values(files).filter((text) => text === '' || /my-?plugin/i.test(text))).toEqual([]);
  });

  it('is created at a path outside of the current folder', async () => {
    const base = join(folder, 'gleaner');
    const made = await newPlugin({ name: '../plugins/cake', kind: 'sink', version: '0.1.0', base });
    expect(made.folder).toBe(join(folder, 'plugins', 'cake'));
    expect(JSON.parse(await readFile(join(made.folder, 'gleaner.plugin.json'), 'utf8')).id).toBe('cake');
  });

  it('is not created over files, under an invalid name, or of an unknown kind', async () => {
    await write({ 'tea/notes.txt': '' });
    const create = (name: string, kind = 'format') => newPlugin({ name, kind, version: '0.1.0', base: folder });
    await expect(create('tea')).rejects.toThrow('is not empty');
    await expect(create('../Tea')).rejects.toThrow('lower-case letters');
    await expect(create('cake', 'proxy')).rejects.toThrow('no template for "proxy"; use format, action');
  });
});
