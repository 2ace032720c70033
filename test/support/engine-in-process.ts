import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TimerClock } from '../../core/common/concurrency/clock';
import { silentLog } from '../../core/common/log';
import { openState } from '../../core/jobs/fleet/engine-state';
import { leaseMsOf, type RunOptions, readRunOptions } from '../../core/platform/settings/settings';
import { type RunningEngine, startEngine } from '../../core/start-engine';
import { openStorage } from '../../core/storage/open-storage';
import { builtInPlugins } from '../../plugins';
import type { Answer } from './engine';

/** A clock whose timers fire when the test advances it. */
export interface TestTimerClock extends TimerClock {
  /** Advances the clock and fires due timers. */
  pass(ms: number): void;
}

/** Creates a clock that advances only on request. */
export function testTimerClock(start: string): TestTimerClock {
  let time = Date.parse(start);
  const timers = new Map<object, { readonly at: number; readonly callback: () => void }>();
  return {
    now: () => time,
    after(delayMs, callback) {
      const id = {};
      timers.set(id, { at: time + delayMs, callback });
      return () => timers.delete(id);
    },
    pass(ms) {
      time += ms;
      for (const [id, { at, callback }] of [...timers]) {
        if (at > time) continue;
        timers.delete(id);
        callback();
      }
    },
  };
}

/** An engine in this process. Its schedules use the test's clock. */
export interface EngineInProcess {
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly routes: RunningEngine['routes'];
  signInLink(): string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts an engine in this process. Pages are read by the built worker. */
export async function startInProcess(
  clock: TimerClock,
  given?: string,
  shared: Partial<Pick<RunOptions, 'databaseUrl' | 'secretKey' | 'leaseSeconds' | 'role' | 'objects'>> = {},
): Promise<EngineInProcess> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'gleaner-clock-')));
  const apiKey = 'test-key-0123456789';
  const run = readRunOptions({ dataDir, port: 0, apiKey, allowPrivateNetwork: true, ...shared });
  const log = silentLog;
  const { databaseUrl, objects } = shared;
  const storage = await openStorage(dataDir, { databaseUrl, objects, leaseMs: leaseMsOf(run) });
  const engine = await startEngine({
    run,
    clock,
    log,
    storage,
    version: '0.0.0',
    plugins: builtInPlugins,
    paths: {
      documentWorker: resolve('out/main/document-worker.js'),
      rowWorker: resolve('out/main/row-worker.js'),
      pluginSandbox: resolve('out/main/plugin-sandbox.js'),
      sessionScript: resolve('out/main/session-code.js'),
      demoSite: resolve('resources/demo-site'),
      filterLists: resolve('resources/filters'),
    },
    state: await openState(run, storage, log),
    localToken: 'local-token-0123456789',
  });
  engine.begin();
  return {
    dataDir,
    baseUrl: engine.baseUrl,
    routes: engine.routes,
    signInLink: engine.signInLink,
    async call(method, path, body) {
      const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await fetch(engine.baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, ...json },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: answer.status, body: await answer.json(), headers: answer.headers };
    },
    async close() {
      await engine.close();
      if (given === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
