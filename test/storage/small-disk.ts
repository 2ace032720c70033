import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small in-memory file system. It can be full or read-only. */
export interface SmallDisk {
  readonly dir: string;
  readOnly(on: boolean): void;
  remove(): void;
}

/** Mounts a small disk. Requires root on Linux. Returns undefined if mounting is not permitted. */
export function mountSmallDisk(size: string): SmallDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const dir = mkdtempSync(join(tmpdir(), 'gleaner-disk-'));
  const mount = (...args: readonly string[]) => execFileSync('mount', args, { stdio: 'ignore' });
  try {
    mount('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', dir);
  } catch {
    rmdirSync(dir);
    return undefined;
  }
  return {
    dir,
    readOnly: (on) => void mount('-o', `remount,${on ? 'ro' : 'rw'}`, dir),
    remove: () => {
      execFileSync('umount', ['-l', dir]);
      rmdirSync(dir);
    },
  };
}
