/**
 * Build plugin that copies the few package files that the program reads at run time. All package code is bundled, so an
 * installed Gleaner does not need the packages.
 */
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files to copy from each package. The source code locates them with `findPackageJSON(name, import.meta.url)`. */
const copied = {
  '@hyzyla/pdfium': ['dist/pdfium.wasm'],
  '@rrweb/record': ['dist/record.umd.min.cjs'],
  '@tesseract.js-data/eng': ['4.0.0_best_int/eng.traineddata.gz'],
  'tesseract.js': [],
};

/** Packages whose files the build copies. */
export const copiedPackages = Object.keys(copied);

const recognitionScript = 'src/worker-script/node/index.js';

/**
 * Bundles Tesseract's worker script. Replaces its larger WebAssembly cores with cores that support only neural network
 * data, because Gleaner uses no other data.
 */
async function buildRecognition(modules, folder) {
  const { build } = await import('vite');
  const file = join(folder, 'tesseract.js', recognitionScript);
  const smallCores = {
    name: 'small-cores',
    enforce: 'pre',
    resolveId(id, importer) {
      return /^tesseract\.js-core\/(?!.*-lstm$)/.test(id) ? this.resolve(`${id}-lstm`, importer) : undefined;
    },
  };
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [smallCores],
    ssr: { noExternal: true },
    build: {
      ssr: join(modules, 'tesseract.js', recognitionScript),
      outDir: dirname(file),
      emptyOutDir: false,
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'index.js' } },
    },
  });
  for (const core of globSync('tesseract.js-core/*-lstm.wasm', { cwd: modules }))
    copyFileSync(join(modules, core), join(dirname(file), core.replace(/^.*[\\/]/, '')));
}

/**
 * Copies the package files next to the entry points, and makes the program use the copies. `modules` is the directory
 * that contains the packages.
 */
export function packageFiles(modules) {
  const found = new Set();
  return {
    name: 'package-files',
    renderChunk(code, { fileName }) {
      const up = '../'.repeat(fileName.split('/').length - 1);
      return code.replace(
        /\bfindPackageJSON(?:\$\d+)?\((["'`])([^"'`]+)\1,\s*import\.meta\.url\)/g,
        (_, _quote, name) => {
          found.add(name);
          return `(import.meta.dirname + "/${up}packages/${name}/package.json")`;
        },
      );
    },
    async writeBundle({ dir }) {
      const folder = join(dir, 'packages');
      for (const [name, files] of Object.entries(copied)) {
        if (!found.has(name)) throw new Error(`No source looks for the files of ${name} with findPackageJSON.`);
        const { version, license } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
        for (const file of files) {
          mkdirSync(dirname(join(folder, name, file)), { recursive: true });
          copyFileSync(join(modules, name, file), join(folder, name, file));
        }
        mkdirSync(join(folder, name), { recursive: true });
        writeFileSync(join(folder, name, 'package.json'), `${JSON.stringify({ name, version, license }, null, 2)}\n`);
      }
      const unknown = [...found].filter((name) => !(name in copied));
      if (unknown.length > 0) throw new Error(`Add the files of ${unknown} to scripts/package-files.mjs.`);
      await buildRecognition(modules, folder);
    },
  };
}
