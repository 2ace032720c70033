import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small in-memory file system that tests can fill or make read-only. */
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

/** A small ext4 disk that tests can make fail while it is in use. */
export interface FailingDisk {
  readonly dir: string;
  /** Makes the disk read-only, even while files are open, as Linux does after a disk error. */
  fail(): void;
  /**
   * Makes a folder on the disk and its files immutable, even for root and for open files. If `on` is false, makes them
   * writable again.
   */
  readOnly(folder: string, on: boolean): void;
  /** Checks the disk and mounts it again. No file may be open. */
  repair(): void;
  remove(): void;
}

/** Mounts a small ext4 disk from a file. Requires root on Linux. Returns undefined if mounting is not permitted. */
export function mountFailingDisk(megabytes: number): FailingDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-disk-'));
  const [image, dir] = [`${folder}.img`, folder];
  const run = (program: string, ...args: readonly string[]) => execFileSync(program, args, { stdio: 'ignore' });
  const mount = () => run('mount', '-o', 'loop', image, dir);
  try {
    writeFileSync(image, '');
    truncateSync(image, megabytes * 1024 ** 2);
    run('mkfs.ext4', '-q', '-F', image);
    mount();
  } catch {
    rmdirSync(dir);
    rmSync(image, { force: true });
    return undefined;
  }
  return {
    dir,
    readOnly: (folder, on) => void run('chattr', '-R', '-f', on ? '+i' : '-i', folder),
    fail: () => void run('mount', '-o', 'remount,abort', dir),
    repair: () => {
      run('umount', dir);
      try {
        run('e2fsck', '-y', image);
      } catch {
        // The exit code is 1 if errors were corrected.
      }
      mount();
    },
    remove: () => {
      run('umount', '-l', dir);
      rmdirSync(dir);
      rmSync(image, { force: true });
    },
  };
}
