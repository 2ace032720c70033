import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Document } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { build } from 'vite';
import type { FormatPlugin } from '../../core/contract/plugin';
import { readDescription } from '../../core/platform/sandbox/described-plugins';
import { flattenDom } from '../../core/platform/sandbox/flat-dom';
import { PluginSandbox } from '../../core/platform/sandbox/plugin-sandbox';
import { sandboxedPlugins } from '../../core/platform/sandbox/sandboxed-plugins';
import html from '../../plugins/formats/html';
import images from '../../plugins/formats/images';
import links from '../../plugins/formats/links';

const twins = { html, images, links } as unknown as Readonly<Record<string, FormatPlugin>>;

/** Bundles a built-in format in the same way as a plugin author. */
async function bundle(name: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'contract',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith('/contract/plugin') ? { id: 'gleaner/plugin', external: true } : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      lib: { entry: `plugins/formats/${name}.ts`, formats: ['es'] },
    },
  });
  const [{ output }] = (Array.isArray(result) ? result : [result]) as unknown as [{ output: [{ code: string }] }];
  return output[0].code;
}

async function* pagesIn(folders: readonly string[]): AsyncGenerator<readonly [string, Document]> {
  for (const folder of folders)
    for (const path of await readdir(folder, { recursive: true })) {
      if (!/\.html?(?:\.br)?$/.test(path)) continue;
      const bytes = await readFile(join(folder, path));
      yield [path, parseDocument((path.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString()) as Document];
    }
}

/** Derives the formats from each page in the folders, inside and outside the sandbox. */
export async function compare(folders: readonly string[]) {
  const context = {
    ...{ url: 'https://a.example/b/c', options: {}, config: {}, isUnlinked: false },
    ...{ warn: (text: string) => console.warn(text), keep() {}, signal: new AbortController().signal },
  };
  const load = async (name: string, code: string) => {
    const sandbox = new PluginSandbox(resolve('out/main/plugin-sandbox.js'), code);
    const [format] = sandboxedPlugins(sandbox, readDescription((await sandbox.describe()).json)) as FormatPlugin[];
    return { name, code, format: format as FormatPlugin, sandbox };
  };
  const loaded = await Promise.all(Object.keys(twins).map(async (name) => load(name, await bundle(name))));
  const derive = async (format: FormatPlugin, content: object) =>
    JSON.stringify(await (format.derive as (values: object, context: object) => unknown)({ content }, context));
  const differing: string[] = [];
  let pages = 0;
  for await (const [path, document] of pagesIn(folders)) {
    pages++;
    const flat = flattenDom(document);
    for (const [at, { name, code, format, sandbox }] of loaded.entries()) {
      if ((await derive(format, flat)) === (await derive(twins[name] as FormatPlugin, document))) continue;
      differing.push(`${name}: ${path}`);
      // Reloads the plugin, because three faults would disable it.
      sandbox.close();
      loaded[at] = await load(name, code);
    }
  }
  for (const { sandbox } of loaded) sandbox.close();
  return { pages, formats: loaded.map(({ name }) => name), differing };
}
