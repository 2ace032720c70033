import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { ParentNode } from 'domhandler';
import { build } from 'vite';
import type { FormatPlugin } from '../../core/contract/plugin';
import { selectContent } from '../../core/page/documents/content/select-content';
import { openWrittenFrames } from '../../core/page/documents/frames';
import { showLazyImages } from '../../core/page/documents/lazy-images';
import { parseHtml } from '../../core/page/documents/parse-html';
import { readDescription } from '../../core/platform/sandbox/described-plugins';
import { flattenDom } from '../../core/platform/sandbox/flat-dom';
import { PluginSandbox } from '../../core/platform/sandbox/plugin-sandbox';
import { sandboxedPlugins } from '../../core/platform/sandbox/sandboxed-plugins';
import attributes from '../../plugins/formats/attributes';
import html from '../../plugins/formats/html';
import images from '../../plugins/formats/images';
import links from '../../plugins/formats/links';
import markdown from '../../plugins/formats/markdown';

const twins = { attributes, html, images, links, markdown } as unknown as Readonly<Record<string, FormatPlugin>>;

const url = 'https://a.example/b/c';
const wholePage = { url, onlyMainContent: false, includeTags: [], excludeTags: [], removeBase64Images: false };

/** Options and settings of the formats. */
const inputs: Readonly<Record<string, { readonly options?: object; readonly config?: object }>> = {
  markdown: { config: { converter: 'tree' } },
  attributes: {
    options: {
      selectors: [
        ...[
          ['a[href]', 'href'],
          ['img', 'SRC'],
          ['[class]', 'class'],
          ['ul > li:first-child', 'id'],
          ['p + p', 'style'],
        ],
        ...[
          ['meta[property^="og:"]', 'content'],
          ['h1, h2, h3', 'id'],
          ['div:has(> a)', 'data-id'],
          ['script', 'type'],
        ],
      ].map(([selector, attribute]) => ({ selector, attribute })),
    },
  },
};

/**
 * Makes a format use the host's selector engine instead of a bundled css-select, like formats written by plugin
 * authors.
 */
const selectByHost = `import { $$ } from 'gleaner/plugin'; export const selectAll = (selector, root) => $$(root, selector);`;

/** Bundles a built-in format as a plugin author would. */
async function bundle(name: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'contract',
        enforce: 'pre',
        resolveId: (id) => {
          if (/^gleaner\/plugin$|\/contract\/plugin$/.test(id)) return { id: 'gleaner/plugin', external: true };
          // Excludes the converter `node-html-markdown`, because it is not used here and needs Node.js modules.
          if (id === './node-html-markdown') return { id, external: true };
          return id === 'css-select' ? '\0select-by-host' : undefined;
        },
        load: (id) => (id === '\0select-by-host' ? selectByHost : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      lib: { entry: fileOf(name), formats: ['es'] },
    },
  });
  const [{ output }] = (Array.isArray(result) ? result : [result]) as unknown as [{ output: [{ code: string }] }];
  return output[0].code;
}

const fileOf = (name: string): string =>
  [`plugins/formats/${name}.ts`, `plugins/formats/${name}/index.ts`].find((file) => existsSync(file)) as string;

/**
 * Base values of a page, keyed by name. They are computed as in the engine, but the entire page counts as main content.
 */
type Values = Readonly<Record<string, ParentNode>>;

async function* pagesIn(folders: readonly string[]): AsyncGenerator<readonly [path: string, values: Values]> {
  for (const folder of folders)
    for (const path of await readdir(folder, { recursive: true })) {
      if (!/\.html?(?:\.br)?$/.test(path)) continue;
      const bytes = await readFile(join(folder, path));
      const parsed = parseHtml((path.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString());
      openWrittenFrames(parsed);
      showLazyImages(parsed.document);
      const { root } = selectContent(parsed.document, wholePage);
      yield [path, { dom: parsed.document, content: root }];
    }
}

/** Derives the formats from each page in the folders, both inside and outside the sandbox, and compares the results. */
export async function compare(folders: readonly string[]) {
  const load = async (name: string, code: string) => {
    const sandbox = new PluginSandbox(resolve('out/main/plugin-sandbox.js'), code);
    const [format] = sandboxedPlugins(sandbox, readDescription((await sandbox.describe()).json)) as FormatPlugin[];
    return { name, code, format: format as FormatPlugin, sandbox };
  };
  const loaded: Awaited<ReturnType<typeof load>>[] = [];
  for (const name of Object.keys(twins)) loaded.push(await load(name, await bundle(name)));
  const differing: string[] = [];
  let pages = 0;
  for await (const [path, values] of pagesIn(folders)) {
    pages++;
    const flat = Object.fromEntries(Object.entries(values).map(([need, root]) => [need, flattenDom(root)]));
    for (const [at, { name, code, format, sandbox }] of loaded.entries()) {
      const [inside, outside] = [await derive(format, flat), await derive(twins[name] as FormatPlugin, values)];
      if (inside.json === outside.json) continue;
      differing.push(`${name}: ${path}: ${inside.warnings.join(' ') || firstDifference(inside.json, outside.json)}`);
      // Reloads the plugin, because a plugin is disabled after three faults.
      sandbox.close();
      loaded[at] = await load(name, code);
    }
  }
  for (const { sandbox } of loaded) sandbox.close();
  return { pages, formats: loaded.map(({ name }) => name), differing };
}

/** Derives a format from a page. Returns its value and warnings as JSON, and also the warnings as a list. */
async function derive({ id, needs, derive: run }: FormatPlugin, page: Readonly<Record<string, object>>) {
  const warnings: string[] = [];
  const context = {
    ...{ url, options: {}, config: {}, isUnlinked: false, ...inputs[id] },
    ...{ warn: (text: string) => warnings.push(text), keep() {}, signal: new AbortController().signal },
  };
  const values = Object.fromEntries(needs.map((need) => [need, page[need]]));
  const value = await (run as (values: object, context: object) => unknown)(values, context);
  return { json: JSON.stringify({ value, warnings }), warnings };
}

/** Returns the parts of both texts around their first difference. */
function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const around = (text: string) => text.slice(Math.max(0, at - 30), at + 60);
  return `${around(one)} / ${around(other)}`;
}
