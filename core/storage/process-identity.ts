import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { systemCode } from './storage-error';

/** What tells one running process from every other, also from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Boot of the machine and start of the process since then; undefined where the system does not say. */
  readonly started?: string;
}

/** The identity of this process. */
export async function ownIdentity(): Promise<ProcessIdentity> {
  return { pid: process.pid, host: hostname(), started: await startOf(process.pid) };
}

/** Whether the process of an identity still runs on this machine; undefined when it belongs to another machine. */
export async function stillRuns(identity: ProcessIdentity): Promise<boolean | undefined> {
  if (identity.host !== hostname()) return undefined;
  if (!answers(identity.pid)) return false;
  const started = await startOf(identity.pid);
  return started === undefined || identity.started === undefined || started === identity.started;
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return systemCode(thrown) === 'EPERM';
  }
}

/** Linux says in /proc when a process started, in ticks since boot; elsewhere the number alone must do. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const [boot, facts] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    const ticks = facts.slice(facts.lastIndexOf(')') + 2).split(' ')[19];
    return ticks && `${boot.trim()}/${ticks}`;
  } catch {
    return undefined;
  }
}
