import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError } from '../../common/errors';
import type { CodeOutcome, CodeRequest } from '../sandbox/messages';

/** Grace period after the timeout before an unresponsive process is killed, in ms. */
const graceMs = 750;

/**
 * Maximum time in ms for a process to start and connect to the page. This time does not count towards the timeout of
 * the code.
 */
const startMs = 20_000;

const maxHeapMegabytes = 256;

/**
 * Runs the code of a session in a separate process. The process can read only Gleaner's program files and a temporary
 * directory, and can write only to that directory.
 */
export class CodeHost {
  #child: Promise<ChildProcess> | undefined;
  #folder: string | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(
    /** Path of the built script that the process runs. */
    private readonly script: string,
  ) {}

  /** Starts the process before the first run. */
  warm(): void {
    this.#start().catch(() => undefined);
  }

  /** Runs code after all earlier runs have finished. Never rejects because of errors in the code. */
  run(request: CodeRequest): Promise<CodeOutcome> {
    const next = this.#last.then(() => this.#run(request));
    this.#last = next.catch(() => undefined);
    return next;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    (await this.#child?.catch(() => undefined))?.kill('SIGKILL');
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }

  async #run(request: CodeRequest): Promise<CodeOutcome> {
    if (this.#isClosed) throw new AppError('NOT_FOUND', 'The session is closed.');
    const child = await this.#start();
    const over = new AbortController();
    const { signal } = over;
    let killed = false;
    const kill = () => {
      killed = true;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(kill, request.timeoutMs + graceMs);
    const ways = [
      once(child, 'message', { signal }).then(([outcome]) => outcome as CodeOutcome),
      once(child, 'exit', { signal }).then(() => stopped(killed)),
    ];
    child.send(request);
    try {
      return await Promise.race(ways);
    } finally {
      clearTimeout(timer);
      over.abort();
      await Promise.allSettled(ways);
    }
  }

  #start(): Promise<ChildProcess> {
    const forget = () => {
      this.#child = undefined;
    };
    this.#child ??= this.#fork().then((child) => child.once('exit', forget));
    this.#child.catch(forget);
    return this.#child;
  }

  async #fork(): Promise<ChildProcess> {
    this.#folder ??= await realpath(await mkdtemp(join(tmpdir(), 'gleaner-code-')));
    const program = join(dirname(this.script), '..', '..');
    const packages = await realpath(join(program, 'node_modules')).catch(() => program);
    const readable = [program, packages, this.#folder].map((folder) => `--allow-fs-read=${folder}`);
    const rights = ['--permission', '--allow-worker', `--allow-fs-write=${this.#folder}`, ...readable];
    const child = fork(this.script, [], {
      execArgv: [...rights, `--max-old-space-size=${maxHeapMegabytes}`, '--disable-warning=ExperimentalWarning'],
      // `ELECTRON_RUN_AS_NODE` makes the executable of the desktop app behave like Node.
      env: {
        TMPDIR: this.#folder,
        TEMP: this.#folder,
        ...(process.versions.electron ? { ELECTRON_RUN_AS_NODE: '1' } : {}),
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const started = once(child, 'message', { signal: AbortSignal.timeout(startMs) }).then(() => true);
    const isReady = await Promise.race([started, once(child, 'exit').then(() => false)]).catch(() => false);
    if (isReady) return child;
    child.kill('SIGKILL');
    throw new AppError('UNKNOWN_ERROR', 'The process that runs code could not start; see the log.');
  }
}

/** Outcome of a run whose process has exited. */
function stopped(killed: boolean): CodeOutcome {
  const error = killed ? 'The code was stopped because it timed out.' : 'The process that runs the code has ended.';
  const exitCode = killed ? 124 : 1;
  return { stdout: '', stderr: `${error}\n`, result: '', exitCode, killed, truncated: false, error };
}
