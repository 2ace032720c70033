import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { container } from '../support/container';

/** A script from this folder that runs in its own process. */
export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** Returns the next line printed by the script. Undefined once the script has ended. */
  line(): Promise<string | undefined>;
  /** Kills the process and waits until it has ended. */
  kill(): Promise<void>;
}

/** Starts a script. With `--unshare`, it gets its own PID, mount and UTS namespaces, as in a container. */
export function startChild(script: string, ...args: readonly string[]): Child {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', path, ...args];
  const [name = '', ...rest] = args.includes('--unshare') ? [...container, ...command] : command;
  const child = spawn(name, rest);
  child.stderr.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit');
  return {
    process: child,
    line: async () => (await lines.next()).value as string | undefined,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
