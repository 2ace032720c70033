/**
 * Measures accuracy, CPU and memory of text recognition by the built engine, on images with known text: `node
 * test/bench/ocr.mjs [--only GROUP] [--save DIR] [--languages DIR]` (build first). French needs `--languages`, a folder
 * with `fra.traineddata.gz`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { descriptions, draw } from './ocr/images.mjs';
import { cpuSeconds, rssMb } from './process-tree.mjs';
import { startEngine } from './processes.mjs';

const { values: given } = parseArgs({
  options: { only: { type: 'string' }, save: { type: 'string' }, languages: { type: 'string' } },
});

/** Minimum mean accuracy of each group, followed by the minimum accuracy of a single image. Both are optional. */
const floors = {
  'clean, up to 1°': [0.98, 0.95],
  'clean, 3°': [0.95],
  'scan-like': [0.95, 0.85],
  turned: [],
  'two columns': [0.93],
  'ruled table': [0.97],
  'table without rules': [],
  screenshots: [0.93],
  French: [0.95],
};
const maxCpuSeconds = 4;

/**
 * Returns the words in Markdown text, without formatting. Treats all quotation marks as the same character, and
 * likewise all dashes.
 */
const wordsOf = (markdown) =>
  markdown
    .replaceAll(/^\|(?:\s*:?-+:?\s*\|)+$/gm, ' ')
    .replaceAll(/^(?:#+|[-*]|\d+\.)\s/gm, (mark) => (/\d/.test(mark) ? mark : ' '))
    .replaceAll('|', ' ')
    .replaceAll(/\\(.)/g, '$1')
    .split(/\s+/)
    .filter(Boolean);
const plain = (word) =>
  word
    .replaceAll(/[‘’‛`]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‐‑–—]/g, '-');

/** Returns 1 minus the word error rate. */
function accuracy(read, expected) {
  let row = expected.map((_, at) => at + 1);
  row.unshift(0);
  for (const [i, word] of read.entries()) {
    const next = [i + 1];
    for (const [j, other] of expected.entries())
      next.push(Math.min(row[j + 1] + 1, next[j] + 1, row[j] + (plain(word) === plain(other) ? 0 : 1)));
    row = next;
  }
  return Math.max(0, 1 - row.at(-1) / expected.length);
}

const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-bench-'));
const engine = await startEngine(dataDir);
const headers = { authorization: `Bearer ${engine.key}` };
const browser = await chromium.launch({
  executablePath: process.env.GLEANER_TEST_BROWSER || '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

async function setLanguages(ocrLanguages) {
  const body = JSON.stringify({ ocrLanguages, ocrFolder: given.languages ?? '' });
  const answer = await fetch(`${engine.url}/local/settings`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function parse(bytes, name) {
  const form = new FormData();
  form.set('file', new Blob([bytes]), name);
  form.set('options', JSON.stringify({ formats: ['markdown'], timeout: 120_000 }));
  const answer = await fetch(`${engine.url}/v2/parse`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()).data;
}

const memory = { before: rssMb(engine.pid), peak: 0 };
const watch = setInterval(() => {
  memory.peak = Math.max(memory.peak, rssMb(engine.pid));
}, 100);
/** Longest response time so far (in ms) of requests without text recognition. */
let longestAnswer = 0;
const knock = setInterval(async () => {
  const startedAt = performance.now();
  await fetch(`${engine.url}/local/session`, { headers }).catch(() => undefined);
  longestAnswer = Math.max(longestAnswer, performance.now() - startedAt);
}, 1000);

const results = [];
let languages = 'eng';
const chosen = descriptions().filter(
  ({ group, languages: own }) => (!given.only || group === given.only) && (!own || given.languages),
);
await parse(await draw(browser, chosen[0]), 'warm-up.png');
for (const each of chosen) {
  const bytes = await draw(browser, each);
  if (given.save) {
    mkdirSync(given.save, { recursive: true });
    writeFileSync(join(given.save, `${each.group} ${each.name}.png`.replaceAll('/', '-')), bytes);
  }
  const own = each.languages ?? ['eng'];
  if (own.join() !== languages) await setLanguages(own);
  languages = own.join();
  const before = cpuSeconds(engine.pid);
  const { markdown, metadata, warning } = await parse(bytes, 'page.png');
  const cpu = cpuSeconds(engine.pid) - before;
  const right = accuracy(wordsOf(markdown), each.words);
  results.push({ ...each, right, cpu, confidence: metadata.ocrConfidence ?? 0 });
  console.log(
    `${right.toFixed(3)}  ${cpu.toFixed(1)} s  conf ${metadata.ocrConfidence}  ${each.group}: ${each.name}${warning ? `  (${warning})` : ''}`,
  );
  if (given.save) writeFileSync(join(given.save, `${each.group} ${each.name}.md`.replaceAll('/', '-')), markdown);
}
clearInterval(watch);
clearInterval(knock);

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
console.log(
  '\n| images | number | mean | least | floors | CPU s, mean | CPU s, most |\n| --- | --- | --- | --- | --- | --- | --- |',
);
let held = true;
for (const [group, [meanFloor, leastFloor]] of Object.entries(floors)) {
  const own = results.filter((one) => one.group === group);
  if (own.length === 0) continue;
  const [rights, cpus] = [own.map(({ right }) => right), own.map(({ cpu }) => cpu)];
  const least = Math.min(...rights);
  held &&= !(mean(rights) < (meanFloor ?? 0) || least < (leastFloor ?? 0));
  const floor = [meanFloor, leastFloor].map((value) => value ?? '').join(' / ');
  console.log(
    `| ${group} | ${own.length} | ${mean(rights).toFixed(3)} | ${least.toFixed(3)} | ${floor} | ${mean(cpus).toFixed(1)} | ${Math.max(...cpus).toFixed(1)} |`,
  );
}
const cpus = results.map(({ cpu }) => cpu);
console.log(
  `\nCPU: mean ${mean(cpus).toFixed(1)} s, most ${Math.max(...cpus).toFixed(1)} s (at most ${maxCpuSeconds})`,
);
console.log(`memory of the engine: ${memory.before.toFixed(0)} MB before, ${memory.peak.toFixed(0)} MB at most`);
console.log(`longest wait for another answer: ${longestAnswer.toFixed(0)} ms`);
console.log(held ? 'All floors hold.' : 'A floor does not hold.');
await browser.close();
await engine.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = held ? 0 : 1;
