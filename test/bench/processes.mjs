import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { engineEnvironment, engineStart } from '../../scripts/engine-start.mjs';

/** Resolves with the first match in the lines of a program's output. Rejects if the program exits. */
function lineOf(child, pattern) {
  return new Promise((done, fail) => {
    child.once('exit', (code) => fail(new Error(`the program ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = pattern.exec(line);
      if (match) done(match);
    });
  });
}

/**
 * Starts the built engine on a free port and permits it to read loopback pages. Returns before the engine is ready, so
 * that the engine can be killed during its start. `ready` resolves to the engine's URL.
 */
export function spawnEngine(
  dataDir,
  args = [],
  { stderr = 'inherit', nodeArgs = [], entry = 'out/main/engine.js' } = {},
) {
  const key = 'bench';
  const child = spawn(
    process.execPath,
    [
      ...nodeArgs,
      ...engineStart.flags,
      entry,
      '--port',
      '0',
      '--data-dir',
      dataDir,
      '--api-key',
      key,
      '--allow-private-network',
      ...args,
    ],
    { stdio: ['ignore', 'pipe', stderr], env: engineEnvironment() },
  );
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const gone = new Promise((done) => child.once('exit', done));
  gone.then(() => process.off('exit', kill));
  const ready = lineOf(child, / is ready.* (http\S+)/).then(([, url]) => url);
  ready.catch(() => undefined);
  return {
    key,
    pid: child.pid,
    ready,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return gone;
    },
  };
}

/** Starts the built engine and waits until it is ready. */
export async function startEngine(dataDir, args = [], options = {}) {
  const engine = spawnEngine(dataDir, args, options);
  return { ...engine, url: await engine.ready };
}

/** Starts the benchmark's local site. */
export async function startSite(script, { host = '127.0.0.10', port = 8190, args = [] } = {}) {
  const child = spawn(process.execPath, [script, '--host', host, '--ports', `${port}:0`, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await lineOf(child, /"ready":true/);
  return { url: `http://${host}:${port}`, stop: () => child.kill() };
}

/**
 * Creates a client for an engine. `call(path)` sends a GET, `call(path, body)` a POST. Returns the parsed body, and
 * throws on error.
 */
export function callerOf({ url, key }) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return async (path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}
