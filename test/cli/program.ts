import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Path of the built `gleaner` command. */
export const cli = 'out/main/cli.js';

/** Exit code and output of a command. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a command. `input` is its standard input. */
export function startCommand(args: readonly string[], input?: string, env: NodeJS.ProcessEnv = {}) {
  const child: ChildProcess = spawn(process.execPath, [cli, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  child.stdin?.end(input ?? '');
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const finished = new Promise<Finished>((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
  return { child, finished };
}

/** Runs a command until it exits. */
export const gleaner = (...args: string[]): Promise<Finished> => startCommand(args).finished;

/** Starts a site on a free loopback port. */
export async function startSite(handler: RequestListener) {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
