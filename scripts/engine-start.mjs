/** With what the process of an engine starts: limits of memory that hold from its first moment on. */

/** Flags of Node; package.json names them, too, so that its commands need not start twice where the rest is there. */
const flags = ['--max-semi-space-size=4'];

/**
 * Settings of the C library on Linux. Left alone it keeps a heap for each thread and gives little of what was freed back to the
 * system: 15 MB of an engine at rest, more of one in a long crawl.
 */
const environment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** The environment of an engine on this system; what the user has set stays. */
export const engineEnvironment = () =>
  process.platform === 'linux' ? { ...environment, ...process.env } : process.env;

/**
 * Starts this program again in its own place (same process, terminal and arguments) where it was started without what an engine
 * needs. It goes on where nothing is missing, where the system has no such start, and where a channel to its parent would be lost.
 */
export function restartForEngine() {
  const { platform, env, execve, execPath, execArgv, argv, channel } = process;
  const isReady =
    Object.keys(environment).every((name) => name in env) && flags.every((flag) => execArgv.includes(flag));
  if (isReady || platform !== 'linux' || !execve || channel) return;
  const own = execArgv.filter((flag) => !flags.includes(flag));
  process.execve(execPath, [execPath, ...flags, ...own, ...argv.slice(1)], engineEnvironment());
}
