import { readdirSync, readFileSync } from 'node:fs';

/** Returns the fields in `/proc/PID/stat` after the process name. */
const fieldsOf = (pid) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
};

/** Returns the CPU time of a PostgreSQL server in ms, including server processes of closed connections. Linux only. */
export function cpuOf(folder) {
  const server = readFileSync(`${folder}/data/postmaster.pid`, 'utf8').split('\n', 1)[0];
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = fieldsOf(pid);
    if (!fields || (pid !== server && fields[1] !== server)) continue;
    // User and system time. For the server, this includes child processes that have ended.
    const until = pid === server ? 15 : 13;
    for (const field of fields.slice(11, until)) ticks += Number(field);
  }
  return ticks * 10;
}

/** Returns the statements that took the most time, according to `pg_stat_statements`. */
export async function statementsOf(run, limit) {
  const found = await run(`select calls, total_exec_time as total, mean_exec_time as mean, max_exec_time as most,
      wal_bytes as wal, rows, regexp_replace(query, '\\s+', ' ', 'g') as query
    from pg_stat_statements join pg_database on pg_database.oid = dbid
    where datname = current_database() order by total_exec_time desc limit ${limit}`);
  return found.map(({ calls, total, mean, most, wal, query }) => ({
    calls,
    'total, s': (total / 1000).toFixed(2),
    'mean, ms': mean.toFixed(3),
    'most, ms': most.toFixed(1),
    'WAL, MB': (Number(wal) / 1e6).toFixed(1),
    statement: query.length > 90 ? `${query.slice(0, 90)}…` : query,
  }));
}

/** Formats rows as a plain-text table. */
export function tableOf(rows) {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * Returns the total seconds that autovacuum spent on each table, according to the server's log
 * (`log_autovacuum_min_duration=0`).
 */
export function autovacuumOf(folder) {
  const log = readFileSync(`${folder}/server.log`, 'utf8');
  const tables = new Map();
  for (const entry of log.split(/(?=LOG: {2}automatic )/)) {
    const [, what, table] = /^LOG: {2}automatic (vacuum|analyze) of table "[^"]*\.public\.(\w+)"/.exec(entry) ?? [];
    if (!table) continue;
    const [, user, system, elapsed] =
      /CPU: user: ([\d.]+) s, system: ([\d.]+) s, elapsed: ([\d.]+) s/.exec(entry) ?? [];
    const row = tables.get(table) ?? { vacuums: 0, analyzes: 0, cpu: 0, elapsed: 0, longest: 0 };
    row[`${what}s`] += 1;
    row.cpu += Number(user ?? 0) + Number(system ?? 0);
    row.elapsed += Number(elapsed ?? 0);
    row.longest = Math.max(row.longest, Number(elapsed ?? 0));
    tables.set(table, row);
  }
  return [...tables]
    .sort(([, a], [, b]) => b.elapsed - a.elapsed)
    .map(([table, { vacuums, analyzes, cpu, elapsed, longest }]) => ({
      table,
      vacuums,
      analyzes,
      'CPU, s': cpu.toFixed(2),
      'elapsed, s': elapsed.toFixed(1),
      'longest, s': longest.toFixed(1),
    }));
}
