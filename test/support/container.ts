import { execFileSync } from 'node:child_process';

/** Runs a program with PID, mount and host name spaces of its own, as in a container: it sees no process of the others. */
export const container = ['unshare', '--pid', '--fork', '--mount-proc', '--uts', '--kill-child'] as const;

/** True if this machine permits `unshare`: only root on Linux may. */
export function canUnshare(): boolean {
  try {
    const [program, ...options] = container;
    execFileSync(program, [...options, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
