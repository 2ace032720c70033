import type { Command } from 'commander';
import { z } from 'zod';
import { type CommandContext, type EngineOptions, progress, withEngineOptions } from '../command-context';
import { withEngine } from '../engine-client';
import { collectAnyJob, type ResultOptions, withResultOptions } from '../job-results';
import { writeOutput } from '../standard-output';

const listed = z.object({ items: z.array(z.object({ name: z.string(), kind: z.string(), savedAt: z.string() })) });
const started = z.object({ id: z.string() });
const neverAborted = new AbortController().signal;

interface RunOptions extends ResultOptions {
  readonly detach?: boolean;
  readonly allowPrivateNetwork?: boolean;
}

/** Returns the API path of a saved job. */
export const addressOf = (name: string): string => `/local/saved/${encodeURIComponent(name)}`;

/**
 * Adds `gleaner run NAME` and `gleaner saved list|show|delete`: runs and manages saved jobs. Returns the `saved`
 * command.
 */
export function addSavedCommands(program: Command, { signal }: CommandContext): Command {
  const run = program
    .command('run')
    .description('run a saved job and get its pages or data')
    .argument('<name>')
    .option('--detach', 'start the job in the running engine and print its ID without waiting')
    .option('--allow-private-network', 'allow private addresses for an engine started by this command');
  withResultOptions(run).action((name: string, options: RunOptions) => runSaved(name, options, signal));
  const saved = program.command('saved').description('jobs saved by name (see `gleaner jobs save`)');
  withEngineOptions(saved.command('list').description('list the saved jobs')).action((options: EngineOptions) =>
    withEngine({ ...options, mayStart: true }, signal, async (client) => {
      const { items } = listed.parse(await client.call({ method: 'GET', path: '/local/saved' }, signal));
      for (const { name, kind, savedAt } of items) await writeOutput(`${[name, kind, savedAt].join('\t')}\n`);
    }),
  );
  withEngineOptions(saved.command('show').description('print a saved job as JSON').argument('<name>')).action(
    (name: string, options: EngineOptions) =>
      withEngine({ ...options, mayStart: true }, signal, async (client) => {
        const job = await client.call({ method: 'GET', path: addressOf(name) }, signal);
        await writeOutput(`${JSON.stringify(job, undefined, 2)}\n`);
      }),
  );
  withEngineOptions(saved.command('delete').description('delete a saved job').argument('<name>')).action(
    (name: string, options: EngineOptions) =>
      withEngine({ ...options, mayStart: true }, signal, async (client) => {
        await client.call({ method: 'DELETE', path: addressOf(name) }, signal);
        progress('Removed.');
      }),
  );
  return saved;
}

const runSaved = (name: string, options: RunOptions, signal: AbortSignal): Promise<void> =>
  withEngine({ ...options, mayStart: !options.detach }, signal, async (client) => {
    // Ctrl-C does not abort this call: the engine may already have accepted the job, which could then not be cancelled.
    const call = { method: 'POST', path: `${addressOf(name)}/run`, body: {} } as const;
    const { id } = started.parse(await client.call(call, neverAborted));
    if (options.detach) return writeOutput(`${id}\n`);
    progress(`Job ${id}`);
    await collectAnyJob(client, id, options, signal);
  });
