import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as desktop from '../../src-main/engine/engine-process';

/** Node.js flags and allocator variables for starting a role. */
interface Start {
  readonly flags: readonly string[];
  readonly allocator: Readonly<Record<string, string>>;
}

let folder: string;
let script: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-start-'));
  script = join(folder, 'program.mjs');
  const place = JSON.stringify(pathToFileURL(resolve('scripts/engine-start.mjs')).href);
  await writeFile(
    script,
    `import { restartForEngine } from ${place};
    process.stdout.write('start ');
    restartForEngine();
    const { pid, execArgv, argv, env } = process;
    console.log(JSON.stringify({ pid, execArgv, args: argv.slice(2), arenas: env.MALLOC_ARENA_MAX, mine: env.MINE }));`,
  );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the program. Returns how many times it started, and its state after the last start. */
async function run(options: { env?: Record<string, string>; flags?: string[]; channel?: boolean } = {}) {
  const { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, MALLOC_TRIM_THRESHOLD_, NODE_OPTIONS, ...clean } = process.env;
  const child = spawn(process.execPath, [...(options.flags ?? []), script, '--port', '1 2'], {
    stdio: ['ignore', 'pipe', 'inherit', ...(options.channel ? (['ipc'] as const) : [])],
    env: { ...clean, ...options.env },
  });
  let text = '';
  child.stdout!.on('data', (piece) => {
    text += piece;
  });
  const [code] = await once(child, 'close');
  const starts = text.split('start ').length - 1;
  return { code, starts, pid: child.pid, end: JSON.parse(text.slice(text.indexOf('{'))) };
}

describe.skipIf(process.platform !== 'linux')('the start of an engine', () => {
  it('replaces the process by the program with the required settings and its own arguments', async () => {
    const { code, starts, pid, end } = await run({ env: { MINE: 'yes' }, flags: ['--no-warnings'] });
    expect({ code, starts }).toEqual({ code: 0, starts: 2 });
    expect(end).toEqual({
      ...{ pid, args: ['--port', '1 2'], arenas: '2', mine: 'yes' },
      execArgv: ['--max-semi-space-size=4', '--no-warnings'],
    });
  });

  it('keeps the settings of the user', async () => {
    const { end } = await run({ env: { MALLOC_ARENA_MAX: '7' } });
    expect(end.arenas).toBe('7');
  });

  it('keeps the process when its parent communicates with it', async () => {
    const { starts, end } = await run({ channel: true });
    expect({ starts, arenas: end.arenas }).toEqual({ starts: 1, arenas: undefined });
  });
});

describe('the settings of an engine', () => {
  it('are the same for the commands, the desktop app, the container and the services', async () => {
    const { engineStart, workerStart } = (await import(pathToFileURL(resolve('scripts/engine-start.mjs')).href)) as {
      readonly engineStart: Start;
      readonly workerStart: Start;
    };
    const read = (path: string) => readFileSync(path, 'utf8');
    const { start, serve, worker } = JSON.parse(read('package.json')).scripts as Record<string, string>;
    const names = ['Dockerfile', 'gleaner-api.service', 'gleaner-worker@.service', 'compose.yaml'];
    const [image, apiUnit, workerUnit, compose] = names.map((name) => read(`resources/fleet/${name}`));
    expect(desktop.engineFlags).toEqual(engineStart.flags);
    for (const flag of engineStart.flags) for (const text of [start, serve, image]) expect(text).toContain(flag);
    for (const flag of workerStart.flags) for (const text of [worker, compose]) expect(text).toContain(flag);
    for (const [name, value] of Object.entries(engineStart.allocator)) expect(image).toContain(`${name}=${value}`);
    for (const [name, value] of Object.entries(workerStart.allocator)) expect(compose).toContain(`${name}: "${value}"`);
    // These commands set the flags and the allocator themselves.
    expect(apiUnit).toMatch(/^ExecStart=\S+\/gleaner serve /m);
    expect(workerUnit).toMatch(/^ExecStart=\S+\/gleaner worker$/m);
  });
});
