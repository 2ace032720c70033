/** What an engine process needs at its start: memory settings that cannot be changed later. */

/** Flags of Node. package.json names them, too, for systems without the restart below; src-main/engine-process.ts for Electron. */
export const engineFlags = ['--max-semi-space-size=4'];

/**
 * Settings of glibc's memory allocator. By default it has a heap for each thread and returns little of what was freed to the
 * system: they save 15 MB when an engine is idle, and more in a long crawl.
 */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** The environment variables of an engine on this system. What the user has set is kept. */
export const engineEnvironment = () =>
  process.platform === 'linux' ? { ...allocatorSettings, ...process.env } : process.env;

/**
 * Replaces this process by the same program with the flags and environment of an engine: same pid, terminal and arguments. Does
 * nothing when they are set already, on other systems than Linux, and when an IPC channel to the parent would be lost.
 */
export function restartForEngine() {
  const { platform, env, execve, execPath, execArgv, argv, channel } = process;
  const isReady =
    Object.keys(allocatorSettings).every((name) => name in env) && engineFlags.every((flag) => execArgv.includes(flag));
  if (isReady || platform !== 'linux' || !execve || channel) return;
  const own = execArgv.filter((flag) => !engineFlags.includes(flag));
  process.execve(execPath, [execPath, ...engineFlags, ...own, ...argv.slice(1)], engineEnvironment());
}
