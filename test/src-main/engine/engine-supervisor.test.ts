import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { childProcessForker } from '../../../src-main/engine/child-process-forker';
import { EngineSupervisor, type SupervisedState } from '../../../src-main/engine/engine-supervisor';

const times = { restartDelaysMs: [10, 20, 30], recoveredAfterMs: 60_000, stopTimeoutMs: 500, signInGraceMs: 50 };

let folder: string;
let supervisor: EngineSupervisor;
let states: SupervisedState[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-supervisor-'));
  states = [];
});
afterEach(async () => {
  await supervisor.stop();
  await rm(folder, { recursive: true, force: true });
});

function supervise(behaviour: string) {
  const engine = resolve('test/src-main/engine/fake-engine.mjs');
  supervisor = new EngineSupervisor(childProcessForker({ engine, args: [behaviour, join(folder, 'starts')] }), times);
  supervisor.onState((state) => states.push(state));
  supervisor.start();
}

function until<K extends SupervisedState['kind']>(kind: K): Promise<Extract<SupervisedState, { kind: K }>> {
  return new Promise((done) => {
    const unsubscribe = supervisor.onState((state) => {
      if (state.kind !== kind) return;
      unsubscribe();
      done(state as Extract<SupervisedState, { kind: K }>);
    });
  });
}

async function starts() {
  const lines = (await readFile(join(folder, 'starts'), 'utf8')).trim().split('\n');
  return lines.map((line) => ({ pid: Number(line.split(' ')[0]), args: line.split(' ').slice(1).join(' ') }));
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the engine supervisor', () => {
  it('reports the URL and the sign-in link once the engine is ready', async () => {
    supervise('steady');
    const { url, signInUrl } = await until('ready');
    expect(signInUrl).toBe(`${url}/sign-in?token=t1`);
    expect(states.map(({ kind }) => kind)).toEqual(['starting', 'ready']);
  });

  it('falls back to the plain URL without a printed link', async () => {
    supervise('no-link');
    const { url, signInUrl } = await until('ready');
    expect(signInUrl).toBe(url);
  });

  it('restarts a killed engine on the same port with a fresh link', async () => {
    supervise('steady');
    const first = await until('ready');
    process.kill((await starts())[0]!.pid, 'SIGKILL');
    const second = await until('ready');
    expect(second.url).toBe(first.url);
    expect(second.signInUrl).not.toBe(first.signInUrl);
    expect(states.map(({ kind }) => kind)).toEqual(['starting', 'ready', 'restarting', 'ready']);
    expect((await starts())[1]!.args).toBe(`--port ${new URL(first.url).port}`);
  });

  it('continues after a single failed start', async () => {
    supervise('starts-second-time');
    await until('ready');
    expect(states.map(({ kind }) => kind)).toEqual(['starting', 'restarting', 'ready']);
  });

  it('uses a free port when the default is in use', async () => {
    supervise('port-taken');
    await until('ready');
    expect((await starts())[1]!.args).toBe('--port 0');
  });

  it('gives up on an engine that keeps crashing, and passes on its last output', async () => {
    supervise('never-starts');
    const { reason } = await until('failed');
    expect(reason).toBe('The data folder cannot be written; check its permissions.');
    expect(await starts()).toHaveLength(times.restartDelaysMs.length + 1);
  });

  it('retries on request after giving up', async () => {
    supervise('never-starts');
    await until('failed');
    supervisor.start();
    await until('failed');
    expect(await starts()).toHaveLength(2 * (times.restartDelaysMs.length + 1));
  });

  it('stops without counting it as a crash', async () => {
    supervise('steady');
    await until('ready');
    await supervisor.stop();
    expect(states.at(-1)).toEqual({ kind: 'stopped' });
    expect(isAlive((await starts())[0]!.pid)).toBe(false);
  });

  it('kills an engine that does not close in time', async () => {
    supervise('ignores-stop');
    await until('ready');
    await supervisor.stop();
    expect(isAlive((await starts())[0]!.pid)).toBe(false);
  });
});
