import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** On-disk record of a launched browser, so that the browser can be killed if the engine dies without closing it. */
interface ProcessRecord {
  readonly pid: number;
  readonly ownerPid: number;
  /** Start-time marker of the owning process, used to detect a reused PID. */
  readonly ownerStart: string;
  readonly profileDir: string;
}

/** Stores a small file for each running browser in the data directory. */
export class ProcessRecords {
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'browser');
  }

  /** Creates the profile directory for the next browser. */
  newProfileDir(): string {
    const profileDir = join(this.folder, `profile-${process.pid}-${Date.now().toString(36)}`);
    mkdirSync(profileDir, { recursive: true, mode: 0o700 });
    return profileDir;
  }

  /** Records a launched browser. Returns a function that deletes the record and the profile. */
  remember(pid: number, profileDir: string): () => void {
    const file = join(this.folder, `${pid}.json`);
    const record: ProcessRecord = { pid, ownerPid: process.pid, ownerStart: startOf(process.pid) ?? '', profileDir };
    writeFileSync(file, JSON.stringify(record), { mode: 0o600 });
    return () => {
      rmSync(file, { force: true });
      removeFolder(profileDir);
    };
  }

  /** Kills orphaned browsers and deletes their files. Returns the number of browsers killed. */
  endOrphans(): number {
    let ended = 0;
    for (const name of list(this.folder).filter((entry) => entry.endsWith('.json'))) {
      const record = read(join(this.folder, name));
      if (record && isAlive(record.ownerPid, record.ownerStart)) continue;
      if (record && groupOf(record.pid).some((pid) => commandOf(pid).includes(record.profileDir)))
        ended += end(record.pid);
      rmSync(join(this.folder, name), { force: true });
      if (record?.profileDir.startsWith(this.folder)) removeFolder(record.profileDir);
    }
    this.removeStrayProfiles();
    return ended;
  }

  /** Deletes profiles without a record. Such profiles remain when an engine dies before it launches the browser. */
  private removeStrayProfiles(): void {
    for (const name of list(this.folder)) {
      const ownerPid = Number(/^profile-(\d+)-/.exec(name)?.[1]);
      if (ownerPid && ownerPid !== process.pid && startOf(ownerPid) === undefined) {
        removeFolder(join(this.folder, name));
      }
    }
  }
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): ProcessRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is ProcessRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'ownerPid' in value &&
    typeof value.ownerPid === 'number' &&
    'profileDir' in value &&
    typeof value.profileDir === 'string'
  );
}

function isAlive(pid: number, start: string): boolean {
  const now = startOf(pid);
  return now !== undefined && (start === '' || now === start);
}

/** Returns a marker for a process's start time. Undefined if the process does not exist. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    }
    process.kill(pid, 0);
    return '';
  } catch {
    return undefined;
  }
}

/** Returns the command line of a process. Empty if the process has exited or the system does not report it. */
export function commandOf(pid: number, platform = process.platform): string {
  try {
    if (platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    if (platform === 'win32') return '';
    // Without `-ww`, macOS truncates the line after 79 characters, before the path of the profile.
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8', timeout: 2000 });
  } catch {
    return '';
  }
}

/**
 * Returns the PIDs of all processes in a process group, because the browser may be a child of a start script, and
 * helper processes may outlive the browser. Outside Linux, returns only the leader's PID.
 */
function groupOf(leader: number): readonly number[] {
  if (process.platform !== 'linux') return [leader];
  return list('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) === leader;
      } catch {
        return false;
      }
    });
}

function end(leader: number): number {
  for (const target of process.platform === 'win32' ? [leader] : [-leader, leader]) {
    try {
      process.kill(target, 'SIGKILL');
      return 1;
    } catch {
      // There is no such group or process.
    }
  }
  return 0;
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  } catch {
    // A browser that is shutting down may still use the file. The next start deletes the file.
  }
}
