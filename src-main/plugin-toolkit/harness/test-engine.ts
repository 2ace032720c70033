import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eachLine } from '../../engine/lines';
import type { BuiltPlugin } from '../build-plugin';
import { install } from './loaded-plugin';

/** An engine with one plugin. The engine exits together with this process. */
export interface PluginEngine {
  /** Sends a POST request to a route and returns the response body. */
  post(path: string, body: object): Promise<unknown>;
}

const engines = new WeakMap<BuiltPlugin, Promise<PluginEngine>>();

/** Returns the engine for a plugin. Starts the engine if it is not running. */
export function engineFor(built: BuiltPlugin, script: string): Promise<PluginEngine> {
  const running = engines.get(built) ?? start(built, script);
  engines.set(built, running);
  return running;
}

async function start(built: BuiltPlugin, script: string): Promise<PluginEngine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-plugin-test-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const entry = await install(built, join(dataDir, 'plugins'));
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ enabledPlugins: [entry] }));
  const key = randomBytes(24).toString('hex');
  const args = ['--port', '0', '--data-dir', dataDir, '--allow-private-network', '--without-warm-up'];
  // Removes environment variables that configure the user's own engine.
  const own = Object.entries(process.env).filter(([name]) => !/^GLEANER_(?!BROWSER_PATH)/.test(name));
  const env = { ...Object.fromEntries(own), GLEANER_API_KEY: key };
  // The engine exits when its IPC channel closes, which happens when this process ends.
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const url = await new Promise<string>((resolve, reject) => {
    const said: string[] = [];
    eachLine(child.stdout, (line) => {
      const ready = /^Gleaner is ready at (\S+)/.exec(line)?.[1];
      if (ready) resolve(ready);
    });
    eachLine(child.stderr, (line) => void said.push(line));
    child.once('exit', () =>
      reject(new Error(`The test engine did not start: ${said.at(-1) ?? 'no reason was given'}`)),
    );
  });
  // Allows this process to exit while the engine is running.
  for (const handle of [child, child.channel, child.stdout, child.stderr])
    (handle as { unref?: () => void } | undefined)?.unref?.();
  return {
    async post(path, body) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return answer.json();
    },
  };
}
