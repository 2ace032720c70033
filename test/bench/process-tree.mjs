/** Processes below another one, as Linux shows them in /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** One process: its parent, when it began (so that a pid used again is not mistaken), and its command line. */
function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid, parent: Number(fields[1]), zombie: fields[0] === 'Z', startedAt: fields[19], command };
  } catch {
    return undefined;
  }
}

/** All processes below `pid`, children of children too. */
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

/** Whether this very process still lives. */
export function isAlive({ pid, startedAt }) {
  const now = processOf(pid);
  return now !== undefined && !now.zombie && now.startedAt === startedAt;
}

/** Resident memory of one process in MB, threads included. */
export function rssMb(pid) {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Number(kb) / 1024;
}

/** CPU seconds a process has used, all threads; unlike time, others on the machine change them little. */
export function cpuSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Linux counts in hundredths for every program that asks.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** CPU seconds of each thread of a process, by name; several of one name are numbered in the order they were started. */
export function threadSeconds(pid) {
  const all = {};
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const stat = readFileSync(`/proc/${pid}/task/${id}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const place = Object.keys(all).filter((each) => each.startsWith(name)).length + 1;
    all[`${name} ${place}`] = (Number(fields[11]) + Number(fields[12])) / 100;
  }
  return all;
}
