import type { Command } from 'commander';
import { z } from 'zod';
import { type CommandContext, type EngineOptions, progress, withEngineOptions } from '../command-context';
import { type EngineClient, withEngine } from '../engine-client';
import { writeOutput } from '../standard-output';
import { addressOf } from './saved-command';

const verdict = z.object({ kind: z.string(), added: z.int(), removed: z.int(), changed: z.int() });
const timeline = z.object({
  runs: z.array(
    z.object({
      number: z.int(),
      id: z.string(),
      at: z.string(),
      startedBy: z.string(),
      state: z.string(),
      rows: z.int().optional(),
      verdict: verdict.optional(),
    }),
  ),
});
const schedules = z.object({
  items: z.array(
    z.object({ name: z.string(), cron: z.string(), timeZone: z.string(), isPaused: z.boolean(), nextAt: z.string() }),
  ),
});

interface ScheduleOptions extends EngineOptions {
  readonly cron?: string;
  readonly timeZone?: string;
  readonly off?: boolean;
}

/**
 * Adds `gleaner saved runs|changes|schedule NAME` and `gleaner schedules`, which show past runs of saved jobs and
 * manage schedules.
 */
export function addSavedRunsCommands(program: Command, saved: Command, { signal }: CommandContext): void {
  const call = (options: EngineOptions, work: (client: EngineClient) => Promise<void>): Promise<void> =>
    withEngine({ ...options, mayStart: true }, signal, work);
  withEngineOptions(saved.command('runs').description('list the runs of a saved job').argument('<name>')).action(
    (name: string, options: EngineOptions) => call(options, (client) => printRuns(client, name, signal)),
  );
  const changes = saved.command('changes').description('print what changed in a run, as JSON').argument('<name>');
  withEngineOptions(changes.argument('<run>', 'number of the run')).action(
    (name: string, run: string, options: EngineOptions) =>
      call(options, async (client) => {
        const path = `${addressOf(name)}/runs/${encodeURIComponent(run)}/changes`;
        const found = await client.call({ method: 'GET', path }, signal);
        await writeOutput(`${JSON.stringify(found, undefined, 2)}\n`);
      }),
  );
  const schedule = saved.command('schedule').description('schedule a saved job').argument('<name>');
  schedule
    .option(
      '--cron <expression>',
      'cron expression: minute, hour, day of the month, month, day of the week',
      '0 7 * * *',
    )
    .option('--time-zone <name>', 'e.g. Europe/Berlin (default: the time zone of this machine)')
    .option('--off', 'delete the schedule');
  withEngineOptions(schedule).action((name: string, options: ScheduleOptions) =>
    call(options, (client) => setSchedule(client, name, options, signal)),
  );
  withEngineOptions(program.command('schedules').description('list the schedules of saved jobs')).action(
    (options: EngineOptions) =>
      call(options, async (client) => {
        const { items } = schedules.parse(await client.call({ method: 'GET', path: '/local/schedules' }, signal));
        for (const { name, cron, timeZone, isPaused, nextAt } of items)
          await writeOutput(`${[name, cron, timeZone, isPaused ? 'paused' : nextAt].join('\t')}\n`);
      }),
  );
}

async function printRuns(client: EngineClient, name: string, signal: AbortSignal): Promise<void> {
  const path = `${addressOf(name)}/runs`;
  for (const run of timeline.parse(await client.call({ method: 'GET', path }, signal)).runs) {
    const { kind, added, removed, changed } = run.verdict ?? {};
    const change = kind === 'changed' ? `+${added} -${removed} ~${changed}` : (kind ?? '');
    const cells = [
      run.number,
      run.at,
      run.startedBy,
      run.state,
      `${run.rows ?? 0} ${run.rows === 1 ? 'row' : 'rows'}`,
      change,
      run.id,
    ];
    await writeOutput(`${cells.join('\t')}\n`);
  }
}

async function setSchedule(client: EngineClient, name: string, options: ScheduleOptions, signal: AbortSignal) {
  const path = `${addressOf(name)}/schedule`;
  if (options.off) {
    await client.call({ method: 'DELETE', path }, signal);
    return progress('The schedule of the saved job was deleted.');
  }
  const timeZone = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  await client.call({ method: 'PUT', path, body: { cron: options.cron, timeZone } }, signal);
  progress('It runs on schedule while the engine is running.');
}
