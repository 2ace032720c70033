import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { brotliDecompressSync } from 'node:zlib';
import { quantile } from './figures.mjs';
import { startSite } from './processes.mjs';

/** Number of rounds over all pages. The first round is a warm-up and does not count. */
const rounds = 3;

/** Returns the document reader's input for converting a page to Markdown. */
export const inputOf = (url, body) => ({
  url,
  statusCode: 200,
  headers: {},
  contentType: 'text/html',
  body,
  rendered: false,
  content: { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true },
  order: ['markdown'],
  formats: [{ type: 'markdown' }],
  configs: { markdown: { converter: 'tree' } },
  parsers: [],
  deadlineMs: Number.POSITIVE_INFINITY,
  wantsLinks: false,
});

/**
 * Measures the CPU time, over all threads, for decoding, parsing, selecting and converting each page. Returns the
 * median and the p95 as text.
 */
async function measure(read, inputs) {
  const times = [];
  for (let round = 0; round <= rounds; round++) {
    for (const input of inputs) {
      const before = process.cpuUsage();
      const answer = await read(input);
      const { user, system } = process.cpuUsage(before);
      if (answer.failure) throw new Error(answer.failure.message);
      if (round > 0) times.push((user + system) / 1000);
    }
  }
  return `median ${quantile(times, 0.5).toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)} ms over ${inputs.length} pages`;
}

/** Prints the CPU time per page of the built document reader, for the bench site and the benchmark's stored pages. */
export async function cpuPerPage(shared) {
  // The engine sets this flag for all its threads.
  setFlagsFromString('--no-allocation-site-pretenuring');
  const { default: read } = await import('../../out/main/document-worker.js');
  const site = await startSite(join(shared, 'bench/site.mjs'), { port: 8191 });
  const pages = [];
  for (let index = 0; index < 100; index++) {
    const url = `${site.url}/p/${index}.html`;
    pages.push(inputOf(url, new Uint8Array(await (await fetch(url)).arrayBuffer())));
  }
  site.stop();
  console.log(`CPU per page, bench site: ${await measure(read, pages)}`);
  for (const set of ['articles', 'pagetypes']) {
    const folder = join(shared, 'quality/data', set, 'dev/pages');
    const files = readdirSync(folder)
      .filter((name) => name.endsWith('.html.br'))
      .slice(0, 150);
    const inputs = files.map((name) =>
      inputOf(`http://example.com/${name}`, new Uint8Array(brotliDecompressSync(readFileSync(join(folder, name))))),
    );
    console.log(`CPU per page, ${set}: ${await measure(read, inputs)}`);
  }
}
