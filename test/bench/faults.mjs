/**
 * `npm run bench:faults [-- --short] [--only kill-at-start,…] [--seed N]`
 * Exposes the built engine to faults, using a new data folder for each fault. Checks that no data is lost or
 * duplicated, that no start is refused unnecessarily, and that no job delays another. Exits with 1 when a guarantee is
 * broken. Faults that the machine does not permit are skipped and reported.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { clockFaults } from './faults/clock.mjs';
import { diskFaults } from './faults/disk.mjs';
import { seeded } from './faults/engine.mjs';
import { killFaults } from './faults/kills.mjs';
import { memoryFaults } from './faults/memory.mjs';
import { networkFaults } from './faults/network.mjs';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const all = { ...killFaults, ...diskFaults, ...networkFaults, ...clockFaults, ...memoryFaults };
const wanted = values.only?.split(',') ?? Object.keys(all);
const unknown = wanted.find((name) => !(name in all));
if (unknown) throw new Error(`there is no fault called ${unknown}; use ${Object.keys(all).join(', ')}`);

const rows = [];
let broken = 0;

async function bring(name) {
  const dir = mkdtempSync(join(tmpdir(), `gleaner-fault-${name}-`));
  const startedAt = performance.now();
  // Figures for which Gleaner makes no guarantee are only printed.
  const check = (what, figure, holds) => {
    if (holds === false) broken += 1;
    rows.push({ fault: name, what, figure: String(figure), holds: holds === undefined ? '' : holds ? 'yes' : 'NO' });
  };
  try {
    const left = await all[name]({ dir, short: values.short, random: seeded(Number(values.seed)), check });
    if (left) rows.push({ fault: name, what: 'left out', figure: left, holds: '' });
    rmSync(dir, { recursive: true, force: true });
  } catch (thrown) {
    check('ran to its end', thrown instanceof Error ? thrown.message : thrown, false);
    console.error(thrown);
  }
  console.log(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

// With `--short`, most faults spend their time waiting, so several of them run concurrently.
const queue = [...wanted];
const work = async () => {
  for (let name = queue.shift(); name; name = queue.shift()) await bring(name);
};
await Promise.all(Array.from({ length: values.short ? 3 : 1 }, work));
rows.sort((one, other) => wanted.indexOf(one.fault) - wanted.indexOf(other.fault));
console.table(rows);
// Exits explicitly, which also ends the processes that a failed fault has left running.
process.exit(broken > 0 ? 1 : 0);
