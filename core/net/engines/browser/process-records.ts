import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A launched browser as it is remembered on disk, so that one left behind by a killed engine can be ended. */
interface ProcessRecord {
  readonly pid: number;
  readonly ownerPid: number;
  /** Start mark of the owner, so that a reused process id is not mistaken for it. */
  readonly ownerStart: string;
  readonly profileDir: string;
}

/** Keeps one small file per running browser below the data folder. */
export class ProcessRecords {
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'browser');
  }

  /** Folder for the profile of the next browser. */
  newProfileDir(): string {
    const profileDir = join(this.folder, `profile-${process.pid}-${Date.now().toString(36)}`);
    mkdirSync(profileDir, { recursive: true, mode: 0o700 });
    return profileDir;
  }

  /** Remembers a launched browser; gives back the function that forgets it and removes its profile. */
  remember(pid: number, profileDir: string): () => void {
    const file = join(this.folder, `${pid}.json`);
    const record: ProcessRecord = { pid, ownerPid: process.pid, ownerStart: startOf(process.pid) ?? '', profileDir };
    writeFileSync(file, JSON.stringify(record), { mode: 0o600 });
    return () => {
      rmSync(file, { force: true });
      removeFolder(profileDir);
    };
  }

  /** Ends browsers whose engine is gone and removes what they left; gives back how many were ended. */
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

  /** Profiles without a record: their engine died between making the folder and launching. */
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

/** A mark of when a process started; undefined when there is no such process. */
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

/** Command line of a process; empty when it is gone or the system does not tell. */
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', timeout: 2000 });
  } catch {
    return '';
  }
}

/** Processes of a group; the browser may run below a start script, and helpers may outlive it. */
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
      // No such group: perhaps a process on its own.
    }
  }
  return 0;
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  } catch {
    // A file still held by a dying browser: the next start removes it.
  }
}
