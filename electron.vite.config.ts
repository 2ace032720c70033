import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'electron-vite';

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      // One file loads faster than Kysely's three hundred.
      externalizeDeps: { include: ['keytar', '@napi-rs/keyring'], exclude: ['kysely'] },
      rollupOptions: {
        input: {
          index: resolve('src-main/index.ts'),
          engine: resolve('src-main/engine.ts'),
          cli: resolve('src-main/cli.ts'),
          'document-worker': resolve('src-main/document-worker.ts'),
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
    plugins: [vue()],
    build: { outDir: resolve('out/renderer'), rollupOptions: { input: resolve('src-renderer/index.html') } },
  },
});
