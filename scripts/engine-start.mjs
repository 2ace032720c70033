/** Start parameters of engine processes: memory settings that take effect only at startup. */

/**
 * Start parameters of an engine. The Node flags are repeated in package.json (for systems on which `restartForEngine`
 * does nothing) and in src-main/engine/engine-process.ts (for Electron). By default, glibc's allocator has one heap per
 * thread and returns little freed memory to the system. The allocator settings below save 15 MB in an idle engine, and
 * more in a long crawl.
 */
export const engineStart = {
  flags: ['--max-semi-space-size=4'],
  allocator: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
};

/**
 * Start parameters of a fleet worker, which uses more memory for higher throughput. Its young generation is larger, and
 * its allocator keeps the memory freed after a page for the next page.
 */
export const workerStart = {
  flags: ['--max-semi-space-size=16'],
  allocator: { MALLOC_ARENA_MAX: '8', MALLOC_MMAP_THRESHOLD_: '33554432', MALLOC_TRIM_THRESHOLD_: '67108864' },
};

/** Returns the environment variables for an engine on this system. Variables set by the user take precedence. */
export const engineEnvironment = ({ allocator } = engineStart) =>
  process.platform === 'linux' ? { ...allocator, ...process.env } : process.env;

/**
 * Restarts this program in the same process, with an engine's flags and environment. PID, terminal and arguments stay
 * the same. Does nothing if flags and environment are already set, on systems other than Linux, or if an IPC channel to
 * the parent would be lost.
 */
export function restartForEngine(start = engineStart) {
  const { flags, allocator } = start;
  const { platform, env, execve, execPath, execArgv, argv, channel } = process;
  const isReady = Object.keys(allocator).every((name) => name in env) && flags.every((flag) => execArgv.includes(flag));
  if (isReady || platform !== 'linux' || !execve || channel) return;
  const own = execArgv.filter((flag) => !flags.includes(flag));
  process.execve(execPath, [execPath, ...flags, ...own, ...argv.slice(1)], engineEnvironment(start));
}
