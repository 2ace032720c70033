import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { guestBundle } from './scripts/guest-bundle.mjs';
import { copiedPackages, packageFiles } from './scripts/package-files.mjs';
import { thirdPartyNotices } from './scripts/third-party.mjs';

/**
 * Escapes non-ASCII characters. V8 stores a file with two bytes per character if it contains even one non-ASCII
 * character. Without escapes, the largest file would take 4 MB more memory and parse more slowly.
 */
const asciiChunks: Plugin = {
  name: 'ascii-chunks',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = inAscii(file.code);
  },
};

/**
 * Returns an equivalent program that contains only ASCII characters. Escapes are valid in strings, templates and
 * regular expressions. A backslash before a non-ASCII character has no meaning and is removed.
 */
const inAscii = (code: string): string =>
  code.replace(/((?:^|[^\\])(?:\\\\)*)\\(?=[^\0-\x7f])/g, '$1').replace(/[^\0-\x7f]/g, escaped);

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

const root = resolve('.');
const modules = resolve('node_modules').replaceAll('\\', '/');

/** Crawlee files that the engine uses. The remaining 150 files would take 20 MB of memory. */
const crawleeParts: Record<string, string> = {
  '@crawlee/core': `
    export { AutoscaledPool } from '${modules}/@crawlee/core/autoscaling/autoscaled_pool.js';
    export { SnapshotStore } from '${modules}/@crawlee/core/autoscaling/load_signal.js';
    export { Configuration } from '${modules}/@crawlee/core/configuration.js';
    export { Request } from '${modules}/@crawlee/core/request.js';`,
  '@crawlee/utils': `
    export { isContainerized, weightedAvg } from '${modules}/@crawlee/utils/internals/general.js';
    export { getMemoryInfo } from '${modules}/@crawlee/utils/internals/memory-info.js';
    export { getMemoryInfoV2 } from '${modules}/@crawlee/utils/internals/systemInfoV2/memory-info.js';
    export { getCurrentCpuTicksV2 } from '${modules}/@crawlee/utils/internals/systemInfoV2/cpu-info.js';`,
  // Replaced, because Gleaner does not store anything through Crawlee.
  '@crawlee/memory-storage': `
    export class MemoryStorage {
      constructor() { throw new Error('Storage of Crawlee is not supported.'); }
    }`,
};

/**
 * Parts of undici that the engine uses. The entire package also loads mocks, caches, cookies, WebSocket and
 * EventSource.
 */
const undiciParts: Record<string, string> = {
  undici: `
    import Dispatcher from '${modules}/undici/lib/dispatcher/dispatcher.js';
    import api from '${modules}/undici/lib/api/index.js';
    import fetching from '${modules}/undici/lib/web/fetch/index.js';
    export { default as Agent } from '${modules}/undici/lib/dispatcher/agent.js';
    export { default as buildConnector } from '${modules}/undici/lib/core/connect.js';
    // The package's own entry does the same: a dispatcher's \`request\` and its like come from there.
    Object.assign(Dispatcher.prototype, api);
    export const { fetch } = fetching;`,
};

/** Packages imported by other packages for features that Gleaner does not use. */
const unusedPackages: Record<string, string> = {
  // Imported by @fastify/swagger for OpenAPI files in YAML.
  yaml: `
    const unused = () => { throw new Error('YAML is not supported.'); };
    export { unused as parse, unused as stringify };`,
};

const parts = { ...crawleeParts, ...undiciParts, ...unusedPackages };

const packagesByPart: Plugin = {
  name: 'packages-by-part',
  enforce: 'pre',
  resolveId: (id) => (id in parts ? `\0${id}` : undefined),
  load: (id) => (id.startsWith('\0') ? parts[id.slice(1)] : undefined),
};

export default defineConfig({
  main: {
    plugins: [packagesByPart, packageFiles(modules), guestBundle as Plugin, asciiChunks, thirdPartyNotices({ root })],
    build: {
      outDir: 'out/main',
      // Bundles development dependencies. A few large files load in half the time of a thousand small files and reduce
      // the npm package to a third of its size. zod is bundled, too, and is a dependency only for the types of
      // `gleaner/plugin`.
      externalizeDeps: { include: ['keytar', '@napi-rs/keyring'], exclude: ['zod'] },
      rollupOptions: {
        input: {
          index: resolve('src-main/index.ts'),
          engine: resolve('src-main/engine.ts'),
          cli: resolve('src-main/cli.ts'),
          'cli-commands': resolve('src-main/cli-commands.ts'),
          'document-worker': resolve('src-main/document-worker.ts'),
          'storage-worker': resolve('src-main/storage-worker.ts'),
          'row-worker': resolve('src-main/row-worker.ts'),
          plugin: resolve('core/contract/plugin.ts'),
          'plugin-testing': resolve('src-main/plugin-testing.ts'),
          'plugin-sandbox': resolve('src-main/plugin-sandbox.ts'),
          'session-code': resolve('src-main/session-code.ts'),
          'session-guest': resolve('src-main/session-guest.ts'),
        },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // Retains only licence comments, because each thread holds the source text of its code in memory.
          comments: { legal: true, annotation: false, jsdoc: false },
          // Minifying reduces the code size by a third. Functions and classes keep their names, so that stack traces
          // stay readable.
          minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rollupOptions: {
        input: { index: resolve('src-main/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    // Gleaner uses only the composition API of vue-i18n.
    define: {
      __VUE_I18N_FULL_INSTALL__: 'false',
      __VUE_I18N_LEGACY_API__: 'false',
      __INTLIFY_DROP_MESSAGE_COMPILER__: 'false',
      __INTLIFY_PROD_DEVTOOLS__: 'false',
    },
    // Must be built last, so that the third-party notices also cover the engine.
    plugins: [vue(), thirdPartyNotices({ root, copied: copiedPackages, file: 'assets/third-party-notices.txt' })],
    build: {
      outDir: resolve('out/renderer'),
      minify: true,
      cssCodeSplit: false,
      rollupOptions: {
        input: resolve('src-renderer/index.html'),
        // One file, so that the window works even while the engine is unreachable. Loading it takes less CPU time than
        // loading a file per view. The code of a view still runs only when the view is opened.
        output: { codeSplitting: false },
      },
    },
  },
});
