import { execFileSync } from 'node:child_process';

/**
 * Command prefix that runs a program in its own PID, mount and UTS namespaces, as in a container. The program sees no
 * other processes.
 */
export const container = ['unshare', '--pid', '--fork', '--mount-proc', '--uts', '--kill-child'] as const;

/** True if this machine permits `unshare`. This requires root on Linux. */
export function canUnshare(): boolean {
  try {
    const [program, ...options] = container;
    execFileSync(program, [...options, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
