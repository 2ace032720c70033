/**
 * `npm run bench -- [--shared DIR] [--only quality,cpu,speed] [--part dev] [--peers DIR] [--pages N] [--rounds N]
 * [--crawl N]`
 * Measures the built engine through its public API: content quality with the benchmark kit in DIR/quality, CPU per
 * page, and speed on the local site in DIR/bench. Quality is also measured on sites unknown to the model, by
 * cross-validation. Peers run alternately with the engine if they are installed in the directory given by `--peers`.
 * Finally, `big-crawl.mjs` crawls `--crawl` pages to measure memory. `--crawl 0` skips this crawl.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuPerPage } from './cpu-per-page.mjs';
import { startEngine } from './processes.mjs';
import { qualityKit } from './quality-kit.ts';
import { measureSpeed } from './speed.mjs';

const { values } = parseArgs({
  options: {
    shared: { type: 'string', default: '../shared' },
    only: { type: 'string', default: 'quality,cpu,speed' },
    part: { type: 'string', default: 'dev' },
    peers: { type: 'string' },
    pages: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    crawl: { type: 'string', default: '10000' },
  },
});
const shared = resolve(values.shared);
const wanted = new Set(values.only.split(','));

function run(args, options = {}) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', ...options });
    child
      .once('error', fail)
      .once('exit', (code) => (code === 0 ? done() : fail(new Error(`${args[0]} ended with ${code}`))));
  });
}

async function quality(engine) {
  const kit = await qualityKit(join(shared, 'quality'));
  const answers = mkdtempSync(join(tmpdir(), 'gleaner-answers-'));
  const header = `authorization: Bearer ${engine.key}`;
  const where = ['--part', values.part, '--http', engine.url, '--header', header, '--dump', answers];
  try {
    for (const set of ['articles', 'pagetypes', 'multilingual', 'metadata', 'markdown'])
      await run([join(kit, 'score.mjs'), set, ...where], { cwd: kit });
    console.log('\nstructure: the share of what stands in the known main content that comes back whole');
    await run([join(kit, 'structure.mjs'), answers, '--part', values.part], { cwd: kit });
    console.log(
      '\nunseen sites: five folds of the development halves, each answered by a model that never saw its sites',
    );
    await run([join(import.meta.dirname, 'content-model/train.ts'), '--quality', kit, '--cv-only']);
  } finally {
    rmSync(answers, { recursive: true, force: true });
  }
}

async function measureQuality() {
  const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-bench-'));
  const engine = await startEngine(dataDir);
  try {
    await quality(engine);
  } finally {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (wanted.has('quality')) await measureQuality();
if (wanted.has('cpu')) await cpuPerPage(shared);
if (wanted.has('speed')) {
  const [pages, rounds] = [Number(values.pages), Number(values.rounds)];
  await measureSpeed({ shared, peerDir: values.peers, pages, rounds });
  const bigCrawl = join(import.meta.dirname, 'big-crawl.mjs');
  // The crawl exits with 1 when it misses a target. The printed table shows which target was missed.
  if (values.crawl !== '0')
    await run([bigCrawl, '--shared', shared, '--pages', values.crawl]).catch(() => {
      process.exitCode = 1;
    });
}
