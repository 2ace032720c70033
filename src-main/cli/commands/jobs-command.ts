import type { Command } from 'commander';
import { z } from 'zod';
import { type CommandContext, type EngineOptions, progress, withEngineOptions } from '../command-context';
import { withEngine } from '../engine-client';
import { collectAnyJob, type ResultOptions, withResultOptions } from '../job-results';
import { count } from '../option-values';
import { cancelJob } from '../run-job';
import { writeOutput } from '../standard-output';

const listedJobs = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      state: z.string(),
      url: z.string(),
      createdAt: z.string(),
      progress: z.object({ done: z.int() }).nullish(),
    }),
  ),
});

const readJobFacts = z.object({ facts: z.record(z.string(), z.unknown()) });

interface ListOptions extends EngineOptions {
  readonly limit?: number;
}

/**
 * Subcommands that send a single API request for a job. `does` is the description, and `said` is the success message.
 */
const jobActions = [
  {
    name: 'pause',
    does: 'pause a job; pages in progress are finished',
    method: 'POST',
    path: '/pause',
    said: 'Paused.',
  },
  { name: 'resume', does: 'resume a paused or cancelled job', method: 'POST', path: '/resume', said: 'Resumed.' },
  { name: 'keep', does: 'keep a job for more than 24 hours', method: 'PUT', path: '/keep', said: 'Kept.' },
  {
    name: 'release',
    does: 'stop keeping a job; it is deleted 24 hours after it ended',
    method: 'DELETE',
    path: '/keep',
    said: 'Released.',
  },
  { name: 'delete', does: 'delete a finished job and its results', method: 'DELETE', path: '', said: 'Deleted.' },
] as const;

/**
 * Adds `gleaner jobs list|status|results|save|cancel|pause|resume|keep|release|delete`, which manage the running
 * engine's jobs.
 */
export function addJobsCommand(program: Command, { signal }: CommandContext): void {
  const jobs = program.command('jobs').description('jobs of the engine on this machine');
  withEngineOptions(
    jobs
      .command('list')
      .description('list the jobs, newest first')
      .option('--limit <n>', 'maximum number of jobs', count, 50),
  ).action((options: ListOptions) => list(options, signal));
  withEngineOptions(jobs.command('status').description('print the progress of a job').argument('<id>')).action(
    (id: string, options: EngineOptions) => status(id, options, signal),
  );
  withEngineOptions(
    jobs.command('cancel').description('cancel a job; finished pages are kept').argument('<id>'),
  ).action((id: string, options: EngineOptions) =>
    withEngine({ ...options, mayStart: false }, signal, async (client) => {
      await cancelJob(client, id);
      progress('Cancelled.');
    }),
  );
  for (const { name, does, method, path, said } of jobActions)
    withEngineOptions(jobs.command(name).description(does).argument('<id>')).action(
      (id: string, options: EngineOptions) =>
        withEngine({ ...options, mayStart: false }, signal, async (client) => {
          await client.call({ method, path: `/local/jobs/${encodeURIComponent(id)}${path}` }, signal);
          progress(said);
        }),
    );
  const results = jobs
    .command('results')
    .description('wait for a job and get its pages, or the data of an extraction or agent run')
    .argument('<id>');
  withResultOptions(results).action((id: string, options: ResultOptions) =>
    withEngine({ ...options, mayStart: true }, signal, (client) => collectAnyJob(client, id, options, signal)),
  );
  const saved = jobs.command('save').description('save a completed job to run it again with `gleaner run NAME`');
  withEngineOptions(saved.argument('<id>').argument('<name>')).action(
    (id: string, name: string, options: EngineOptions) =>
      withEngine({ ...options, mayStart: true }, signal, async (client) => {
        const path = `/local/jobs/${encodeURIComponent(id)}/save`;
        await client.call({ method: 'POST', path, body: { name } }, signal);
        progress(`Saved as "${name}".`);
      }),
  );
}

const list = ({ limit, ...options }: ListOptions, signal: AbortSignal): Promise<void> =>
  withEngine({ ...options, mayStart: false }, signal, async (client) => {
    const path = `/local/jobs?limit=${Math.min(limit ?? 50, 200)}`;
    const { items } = listedJobs.parse(await client.call({ method: 'GET', path }, signal));
    for (const { id, kind, state, url, createdAt, progress: counts } of items) {
      await writeOutput(`${[id, kind, state, `${counts?.done ?? 0} pages`, createdAt, url].join('\t')}\n`);
    }
  });

const status = (id: string, options: EngineOptions, signal: AbortSignal): Promise<void> =>
  withEngine({ ...options, mayStart: false }, signal, async (client) => {
    const path = `/local/jobs/${encodeURIComponent(id)}`;
    const { facts } = readJobFacts.parse(await client.call({ method: 'GET', path }, signal));
    for (const [name, value] of Object.entries(facts)) await writeOutput(`${name}\t${String(value)}\n`);
  });
