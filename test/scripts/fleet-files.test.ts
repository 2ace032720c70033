import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describe, expect, it } from 'vitest';

const read = (name: string) => readFileSync(join('resources/fleet', name), 'utf8');
const units = ['gleaner-api.service', 'gleaner-worker@.service'];
const noSystemd = spawnSync('systemd-analyze', ['--version']).status !== 0;

/** The commands that start the engine, as lists of what follows its entry. */
const commands = [
  ...units.map((name) => /out\/main\/engine\.js (.*)/.exec(read(name))?.[1]?.split(' ') ?? []),
  ...[...read('compose.yaml').matchAll(/command: (\[.*\])/g)].map(([, list]) => JSON.parse(list ?? '') as string[]),
];

describe('the files of a fleet', () => {
  it.skipIf(noSystemd)('contain valid systemd units', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gleaner-units-'));
    for (const name of units) {
      const path = join(folder, name.replace('@', '@1'));
      await writeFile(path, read(name).replaceAll('/opt/gleaner', process.cwd()));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
      expect([name, status, stderr]).toEqual([name, 0, '']);
    }
    await rm(folder, { recursive: true });
  });

  it('start API nodes and workers with existing options', () => {
    const option = { type: 'string' } as const;
    const options = { role: option, host: option, port: option };
    const roles = commands.map((args) => parseArgs({ args, options }).values.role);
    expect(roles).toEqual(['api', 'worker', 'api', 'worker']);
  });

  it('use documented variables (docs/operators/server.md) and existing files', () => {
    const named = ['compose.yaml', 'Dockerfile', ...units].flatMap(
      (name) => read(name).match(/GLEANER_[A-Z_]+/g) ?? [],
    );
    const known = readFileSync('docs/operators/server.md', 'utf8');
    const own = ['GLEANER_DATABASE_PASSWORD'];
    expect([...new Set(named)].filter((name) => !own.includes(name) && !known.includes(`\`${name}`))).toEqual([]);
    expect(existsSync(/dockerfile: (\S+)/.exec(read('compose.yaml'))?.[1] ?? '')).toBe(true);
  });
});
