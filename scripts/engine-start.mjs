/** Start parameters of an engine process: memory settings that cannot be changed later. */

/**
 * How an engine is started. Node flags are also in package.json, for systems without the restart below, and in
 * src-main/engine/engine-process.ts for Electron. By default glibc's allocator has a heap per thread and returns little freed
 * memory to the system. Its settings save 15 MB in an idle engine, and more in a long crawl.
 */
export const engineStart = {
  flags: ['--max-semi-space-size=4'],
  allocator: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
};

/**
 * How a fleet worker is started, which trades memory for throughput: a larger young generation, and freed memory is retained
 * for the next page.
 */
export const workerStart = {
  flags: ['--max-semi-space-size=16'],
  allocator: { MALLOC_ARENA_MAX: '8', MALLOC_MMAP_THRESHOLD_: '33554432', MALLOC_TRIM_THRESHOLD_: '67108864' },
};

/** Returns the environment variables of an engine on this system; variables set by the user take precedence. */
export const engineEnvironment = ({ allocator } = engineStart) =>
  process.platform === 'linux' ? { ...allocator, ...process.env } : process.env;

/**
 * Replaces this process by the same program with the flags and environment of an engine: same PID, terminal and arguments. Does
 * nothing when they are set already, on other systems than Linux, and when an IPC channel to the parent would be lost.
 */
export function restartForEngine(start = engineStart) {
  const { flags, allocator } = start;
  const { platform, env, execve, execPath, execArgv, argv, channel } = process;
  const isReady = Object.keys(allocator).every((name) => name in env) && flags.every((flag) => execArgv.includes(flag));
  if (isReady || platform !== 'linux' || !execve || channel) return;
  const own = execArgv.filter((flag) => !flags.includes(flag));
  process.execve(execPath, [execPath, ...flags, ...own, ...argv.slice(1)], engineEnvironment(start));
}
