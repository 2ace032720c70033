/**
 * Measures how much CPU time the sandbox adds to formats, on a page of 125 kB: `node test/bench/sandbox.mjs` (build
 * first). Includes flattening the page, the work of both threads, and restoring the memory for each page.
 */
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

// Measures a bundle, as in the product, because modules that Vite loads one by one run more slowly.
await build({
  configFile: false,
  logLevel: 'error',
  ssr: { noExternal: true },
  build: { ssr: 'test/bench/sandbox-kit.ts', outDir: 'out/bench', target: 'node24' },
});
const { measure } = await import(pathToFileURL('out/bench/sandbox-kit.js').href);
const limits = { metadata: 3, markdown: 3 };
let failed = false;
for (const { name, sandboxMs, twinMs, equal } of await measure(Number(process.argv[2] ?? 60))) {
  const aboveMs = sandboxMs - twinMs;
  const limitMs = limits[name] ?? 15;
  failed ||= aboveMs > limitMs || !equal;
  const shown = [sandboxMs, twinMs, aboveMs].map((ms) => ms.toFixed(1).padStart(6));
  console.log(
    `${name.padEnd(10)} sandbox ${shown[0]} ms, twin ${shown[1]} ms, above ${shown[2]} ms (limit ${limitMs}), ${equal ? 'equal' : 'DIFFERENT'}`,
  );
}
process.exit(failed ? 1 : 0);
