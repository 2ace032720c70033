import { spawn } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';

/**
 * Faults covered by this test. Several of them run concurrently. Other faults have separate tests: `api/crash`,
 * `api/full-disk`, `storage/data-dir`.
 */
const faults = [
  ...['clock-steps', 'memory-limit', 'silent-dns'],
  ...['kill-in-export', 'kill-at-start', 'hanging-receivers'],
];

it('faults cost no data, and what others do wrong holds up nobody else (short form of bench:faults)', async () => {
  const args = ['test/bench/faults.mjs', '--short', '--only', faults.join(',')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      output += piece;
    });
  }
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(code, output).toBe(0);
}, 240_000);
