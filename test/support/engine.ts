import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A running engine, in any process. */
export interface RunningTestEngine {
  readonly url: string;
  readonly key: string;
  readonly dataDir: string;
  /** Calls the API with the key. `body` is sent as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Stops the engine. */
  stop(): Promise<unknown>;
}

/** An engine in its own process, as in production. */
export interface TestEngine extends RunningTestEngine {
  readonly signInLink: string;
  readonly process: ChildProcess;
  /** Stops the process and waits for it to exit. Returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Status, headers and parsed body of a response. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly headers: Headers;
}

/** Options for a test engine. Without `dataDir`, a temporary folder is used and is removed by `stop`. */
export interface TestEngineOptions {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly dataDir?: string;
  readonly allowPrivateNetwork?: boolean;
  readonly port?: number;
  /** Program (with options) that launches the engine, e.g. `unshare`. */
  readonly through?: readonly string[];
  /** Built entry point to run. Defaults to the build of this working copy. */
  readonly entry?: string;
  /** Command before the options, e.g. `serve` for the `gleaner` command. */
  readonly command?: string;
}

/** API key of the engines in tests. */
export const testKey = 'test-key-0123456789';

/** Starts the built engine and waits until it is ready. Requires `npm run build`. */
export async function startTestEngine(options: TestEngineOptions = {}): Promise<TestEngine> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'gleaner-test-')));
  const key = testKey;
  const network = options.allowPrivateNetwork === false ? [] : ['--allow-private-network'];
  const args = ['--port', String(options.port ?? 0), '--data-dir', dataDir, ...network, ...(options.args ?? [])];
  const { through = [], entry = 'out/main/engine.js' } = options;
  // Skips the warm-up, which takes a second of CPU time, unless a command such as `serve` starts the engine.
  const start = options.command ? [options.command] : ['--without-warm-up'];
  const command = [...through, process.execPath, entry, ...start, ...args];
  const child = spawn(command[0] ?? '', command.slice(1), {
    // The IPC channel closes when this process ends for any reason. The engine then exits.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, GLEANER_API_KEY: key, ...options.env },
  });
  const { url, signInLink, errors } = await untilReady(child);
  const sayIfEnded = (thrown: unknown): never => {
    if (child.exitCode === null && child.signalCode === null) throw thrown;
    throw new Error(`the engine has ended with ${child.exitCode ?? child.signalCode}: ${errors()}`, { cause: thrown });
  };
  return {
    url,
    key,
    signInLink,
    dataDir,
    process: child,
    call: (...request) => callEngine({ url, key }, ...request).catch(sayIfEnded),
    stop: async (signal = 'SIGTERM') => {
      const code = await ended(child, signal);
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** Calls the API of an engine. `body` is sent as JSON. */
export async function callEngine(
  { url, key }: Pick<RunningTestEngine, 'url' | 'key'>,
  method: string,
  path: string,
  body?: unknown,
  headers = {},
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers };
}

function untilReady(child: ChildProcess): Promise<{ url: string; signInLink: string; errors: () => string }> {
  return new Promise((resolve, reject) => {
    let url = '';
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors = (errors + chunk).slice(-4000);
      if (process.env.GLEANER_TEST_LOG) process.stderr.write(chunk);
    });
    child.once('exit', (code) => reject(new Error(`the engine ended with ${code}: ${errors}`)));
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const worker = /^The worker is ready.* (http\S+)/.exec(line)?.[1];
      if (worker) resolve({ url: worker, signInLink: '', errors: () => errors });
      url = /^Gleaner is ready at (\S+)/.exec(line)?.[1] ?? url;
      const signInLink = /^Sign in: (\S+)/.exec(line)?.[1];
      if (signInLink) resolve({ url, signInLink, errors: () => errors });
    });
  });
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}
