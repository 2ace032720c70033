/** Runs other programs on Linux, macOS and Windows. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * Returns the arguments for running a program with `spawn`. On Windows, batch files such as `npm.cmd` run only in a
 * shell, so paths and arguments must be quoted.
 */
export function spawnArguments(file, args, platform = process.platform) {
  if (platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(file)) return { file, args, shell: false };
  const quoted = (word) => (/^[\w./:\\=@-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`);
  return { file: quoted(file), args: args.map(quoted), shell: true };
}

/**
 * Runs a program until it exits. With `quiet`, captures the output and returns it with the result. Otherwise, displays
 * the output. With `isBackground`, the program has a low priority.
 */
export function run(program, programArgs, { cwd, env, quiet = false, isBackground = false, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const { file, args, shell } = spawnArguments(program, programArgs);
    const child = spawn(file, args, { cwd, env: env ?? process.env, stdio, shell, timeout: timeoutMs });
    if (isBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let output = '';
    const end = () => child.kill();
    process.once('exit', end);
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ code: -1, output: `${output}${error.message}` }));
    child.on('close', (code, signal) => {
      process.off('exit', end);
      resolve({ code: code ?? 1, signal, output });
    });
  });
}

/** Returns the full path of a program on the PATH, if any. */
export function which(name) {
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`, name] : [name];
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const candidate of names) {
      if (folder && existsSync(join(folder, candidate))) return join(folder, candidate);
    }
  }
  return undefined;
}

/**
 * Runs a Node script in the foreground in place of this script, with the same terminal, signals and exit code. If this
 * process is killed, the IPC channel closes and the child exits as well.
 */
export function become(node, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
    const forward = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    const end = () => child.kill();
    process.once('exit', end);
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward);
      process.off('exit', end);
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/**
 * Ends this process as SIGTERM does. Calls the SIGTERM listeners directly, because Windows would end the process
 * without calling them.
 */
const endGently = () => process.emit('SIGTERM') || process.kill(process.pid, 'SIGTERM');

/** When the parent script exits, ends this process as a signal from the terminal would. */
export function endWithParent() {
  if (!process.channel) return;
  process.on('disconnect', endGently);
  // Prevents the IPC channel from keeping the process alive.
  process.channel.unref();
}

/**
 * Ends this process if npm is terminated. npm passes signals only to its shell, which exits without notifying the
 * script. Does nothing on Windows, which does not support signals.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
