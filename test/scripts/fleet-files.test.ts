import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describe, expect, it } from 'vitest';

const read = (name: string) => readFileSync(join('resources/fleet', name), 'utf8');
const units = ['gleaner.service', 'gleaner-api.service', 'gleaner-worker@.service'];
const composeFiles = ['compose.single.yaml', 'compose.yaml'];
const noSystemd = spawnSync('systemd-analyze', ['--version']).status !== 0;

/** Arguments of the commands in the systemd units, the compose file and the Dockerfile. */
const commands = [
  ...units.map((name) => /bin\/gleaner (?:serve )?(.*)/.exec(read(name))?.[1]?.split(' ') ?? []),
  ...[...read('compose.yaml').matchAll(/command: (\[.*\])/g)].map(([, list]) => JSON.parse(list ?? '') as string[]),
  JSON.parse(/^CMD (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '[]') as string[],
];

describe('the files of a fleet', () => {
  it.skipIf(noSystemd)('contain valid systemd units', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gleaner-units-'));
    for (const name of units) {
      const path = join(folder, name.replace('@', '@1'));
      await writeFile(path, read(name).replaceAll('/opt/gleaner/bin/gleaner', process.execPath));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
      expect([name, status, stderr]).toEqual([name, 0, '']);
    }
    await rm(folder, { recursive: true });
  });

  it('start API nodes and workers with existing options', () => {
    const option = { type: 'string' } as const;
    const options = { role: option, host: option, port: option };
    const roles = commands.map((args) => {
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
      return values.role ?? positionals[0];
    });
    expect(roles).toEqual([undefined, 'api', 'worker', 'api', 'worker', undefined]);
  });

  it.skipIf(noSystemd)('limit what a unit can do: an exposure of at most 4 of 10', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gleaner-units-'));
    for (const name of units) {
      const path = join(folder, name.replace('@', '@1'));
      await writeFile(path, read(name).replaceAll('/opt/gleaner/bin/gleaner', process.execPath));
      const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', path], {
        encoding: 'utf8',
      });
      expect([name, Number(/exposure level.*: ([\d.]+)/.exec(stdout)?.[1]) <= 4]).toEqual([name, true]);
    }
    await rm(folder, { recursive: true });
  });

  it('give containers a read-only root, no capabilities and an init process', () => {
    for (const name of composeFiles)
      for (const line of ['read_only: true', 'init: true', 'cap_drop: ["ALL"]', 'no-new-privileges:true'])
        expect([name, line, read(name).includes(line)]).toEqual([name, line, true]);
    expect(read('Dockerfile')).toMatch(/^USER node$/m);
    expect(read('Dockerfile')).toMatch(/^HEALTHCHECK /m);
  });

  it('use documented variables (docs/operators/server.md) and existing files', () => {
    const named = [...composeFiles, 'Dockerfile', ...units].flatMap(
      (name) => read(name).match(/GLEANER_[A-Z_]+/g) ?? [],
    );
    const known = readFileSync('docs/operators/server.md', 'utf8');
    const own = ['GLEANER_DATABASE_PASSWORD'];
    expect([...new Set(named)].filter((name) => !own.includes(name) && !known.includes(`\`${name}`))).toEqual([]);
    expect(existsSync(/dockerfile: (\S+)/.exec(read('compose.yaml'))?.[1] ?? '')).toBe(true);
  });
});
