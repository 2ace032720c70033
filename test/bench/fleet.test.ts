import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { noPostgres } from '../support/postgres';

it.skipIf(noPostgres)(
  'two workers lose and double nothing while they, their database and their leases end (short form of bench:fleet)',
  async () => {
    const sizes = [
      '--pages',
      '300',
      '--hosts',
      '6',
      '--workers',
      '2',
      '--kills',
      '3',
      '--server-kills',
      '1',
      '--lease',
      '4',
      '--delay',
      '100',
    ];
    const child = spawn(process.execPath, ['test/bench/fleet-crawl.mjs', ...sizes], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece) => {
        output += piece;
      });
    }
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(code, output).toBe(0);
  },
  300_000,
);
