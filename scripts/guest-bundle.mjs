import { resolve } from 'node:path';
import { build } from 'vite';

const entry = resolve('core/platform/sandbox/guest/index.ts');
const id = './plugin-guest.bundle';

/** Removes zod's messages in languages other than English, because every sandbox loads the entire module. */
const englishOnly = {
  name: 'english-only',
  enforce: 'pre',
  load: (file) => (/zod\/v4\/locales\/index\.js$/.test(file) ? "export { default as en } from './en.js';" : undefined),
};

/** Replaces decompression in the guest with calls to the host, because QuickJS has no streams. */
const inflateByHost = {
  name: 'inflate-by-host',
  enforce: 'pre',
  resolveId: (name, importer) =>
    name === './inflate' && importer.endsWith('/contract/zip.ts')
      ? resolve('core/platform/sandbox/guest/inflate.ts')
      : undefined,
};

/** Bundles the module `gleaner/plugin` for the sandbox, and provides its source as `./plugin-guest.bundle`. */
export const guestBundle = {
  name: 'guest-bundle',
  resolveId: (name) => (name === id ? `\0${id}` : undefined),
  async load(name) {
    if (name !== `\0${id}`) return undefined;
    const result = await build({
      configFile: false,
      logLevel: 'error',
      plugins: [englishOnly, inflateByHost],
      build: {
        write: false,
        target: 'es2023',
        minify: true,
        lib: { entry, formats: ['es'] },
        rollupOptions: { output: { codeSplitting: false } },
      },
    });
    const { output } = Array.isArray(result) ? result[0] : result;
    for (const file of Object.keys(output[0].modules)) this.addWatchFile(file);
    return `export default ${JSON.stringify(output[0].code)};`;
  },
};
