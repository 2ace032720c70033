/** Functions that read a process's descendants, memory and CPU time from `/proc` on Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** Returns the name of a process or thread, and the fields that follow the name in its `stat` file. */
function statOf(folder) {
  const stat = readFileSync(`${folder}/stat`, 'latin1');
  const end = stat.lastIndexOf(')');
  return { name: stat.slice(stat.indexOf('(') + 1, end), fields: stat.slice(end + 2).split(' ') };
}

/**
 * Returns the user plus system time of a process or thread in seconds. Linux reports these in hundredths of a second.
 */
const secondsOf = ({ fields }) => (Number(fields[11]) + Number(fields[12])) / 100;

/** Returns a process: its parent, its start time (because process IDs are reused), and its command line. */
function processOf(pid) {
  try {
    const { fields } = statOf(`/proc/${pid}`);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid, parent: Number(fields[1]), zombie: fields[0] === 'Z', startedAt: fields[19], command };
  } catch {
    return undefined;
  }
}

/** Returns all descendants of a process. */
export function descendants(pid) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => processOf(Number(name)))
    .filter(Boolean);
  const found = [];
  for (let parents = new Set([pid]); parents.size > 0; ) {
    const children = all.filter(({ parent }) => parents.has(parent));
    found.push(...children);
    parents = new Set(children.map((child) => child.pid));
  }
  return found;
}

/** True while the process runs. False if another process now has its ID. */
export function isAlive({ pid, startedAt }) {
  const now = processOf(pid);
  return now !== undefined && !now.zombie && now.startedAt === startedAt;
}

/** Returns the resident memory of a process, including its threads, in MB. */
export function rssMb(pid) {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Number(kb) / 1024;
}

/** Returns the CPU seconds of all threads of a process. Other programs affect CPU time far less than elapsed time. */
export const cpuSeconds = (pid) => secondsOf(statOf(`/proc/${pid}`));

/** Returns the CPU seconds of a process and its descendants, such as Chromium or the backends of a database server. */
export function treeSeconds(pid) {
  const all = [pid, ...descendants(pid).map((each) => each.pid)];
  return all.reduce((sum, each) => {
    try {
      return sum + cpuSeconds(each);
    } catch {
      return sum;
    }
  }, 0);
}

/**
 * Returns the CPU seconds of each thread of a process, by name. Threads with the same name are numbered in start order.
 */
export function threadSeconds(pid) {
  const all = {};
  const known = new Map();
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const stat = statOf(`/proc/${pid}/task/${id}`);
    const number = (known.get(stat.name) ?? 0) + 1;
    known.set(stat.name, number);
    all[`${stat.name} ${number}`] = secondsOf(stat);
  }
  return all;
}
