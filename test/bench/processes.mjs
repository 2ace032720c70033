import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Waits for a line of a program's output. */
function lineOf(child, pattern) {
  return new Promise((done, fail) => {
    child.once('exit', (code) => fail(new Error(`the program ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = pattern.exec(line);
      if (match) done(match);
    });
  });
}

/** Starts the built engine on a free port; it may fetch loopback pages. */
export async function startEngine(dataDir, args = []) {
  const key = 'bench';
  const child = spawn(
    process.execPath,
    ['out/main/engine.js', '--port', '0', '--data-dir', dataDir, '--api-key', key, '--allow-private-network', ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [, url] = await lineOf(child, /^Gleaner is ready at (\S+)/);
  return {
    url,
    key,
    pid: child.pid,
    stop: (signal = 'SIGTERM') =>
      new Promise((done) => {
        child.once('exit', done);
        child.kill(signal);
      }),
  };
}

/** Starts the local site of the benchmark. */
export async function startSite(script, { host = '127.0.0.10', port = 8190 } = {}) {
  const child = spawn(process.execPath, [script, '--host', host, '--ports', `${port}:0`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await lineOf(child, /"ready":true/);
  return { url: `http://${host}:${port}`, stop: () => child.kill() };
}
