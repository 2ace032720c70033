import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'electron-vite';

/**
 * Packages that become part of the engine's own files: a few large files load in half the time of a thousand small ones.
 * Not among them: what is loaded when first needed (Crawlee, puppeteer, model SDKs, readers of documents), and what
 * looks for files beside its own (piscina).
 */
const bundled = [
  '@fastify/swagger',
  '@fastify/websocket',
  '@puppeteer/browsers',
  'ajv',
  'css-select',
  'css-what',
  'csv-parse',
  'diff',
  'dom-serializer',
  'domhandler',
  'domutils',
  'fast-xml-parser',
  'fastify',
  'fastify-type-provider-zod',
  'file-type',
  'html-encoding-sniffer',
  'htmlparser2',
  'inversify',
  'ipaddr.js',
  'kysely',
  'lru-cache',
  'nedb-promises',
  'node-html-markdown',
  'pg',
  'pino',
  'prom-client',
  'socks',
  'tapable',
  'tldts',
  'tough-cookie',
  'undici',
  'yazl',
  'zod',
];

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      externalizeDeps: { include: ['keytar', '@napi-rs/keyring'], exclude: bundled },
      rollupOptions: {
        input: {
          index: resolve('src-main/index.ts'),
          engine: resolve('src-main/engine.ts'),
          cli: resolve('src-main/cli.ts'),
          'document-worker': resolve('src-main/document-worker.ts'),
          'storage-worker': resolve('src-main/storage-worker.ts'),
          'row-worker': resolve('src-main/row-worker.ts'),
          plugin: resolve('core/plugin.ts'),
          'plugin-inspector': resolve('src-main/plugin-inspector.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
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
    // Only the composition API of vue-i18n is used.
    define: {
      __VUE_I18N_FULL_INSTALL__: 'false',
      __VUE_I18N_LEGACY_API__: 'false',
      __INTLIFY_DROP_MESSAGE_COMPILER__: 'false',
      __INTLIFY_PROD_DEVTOOLS__: 'false',
    },
    plugins: [vue()],
    build: { outDir: resolve('out/renderer'), rollupOptions: { input: resolve('src-renderer/index.html') } },
  },
});
