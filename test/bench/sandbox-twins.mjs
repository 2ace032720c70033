/**
 * Compares built-in formats inside and outside the sandbox, byte by byte, on each HTML page below a folder: `node
 * test/bench/sandbox-twins.mjs DIR…` (build first).
 */
import { runnerImport } from 'vite';

const { module } = await runnerImport('./test/bench/sandbox-twins-kit.ts', { configFile: false, logLevel: 'error' });
const { pages, formats, differing } = await module.compare(process.argv.slice(2));
for (const one of differing.slice(0, 20)) console.log(one);
console.log(`${pages} pages, ${formats.join(', ')}: ${differing.length} differ`);
process.exit(pages === 0 || differing.length > 0 ? 1 : 0);
