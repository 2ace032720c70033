import type { Command } from 'commander';
import { z } from 'zod';
import { type CommandContext, type EngineOptions, progress, withEngineOptions } from '../command-context';
import { CommandError, sentenceOf } from '../command-error';
import { type EngineClient, withEngine } from '../engine-client';
import { outputShape } from '../job-output';
import { collectAnyJob, type ResultOptions, withResultOptions } from '../job-results';
import { writeOutput } from '../standard-output';
import { type ColumnOptions, columnOf, readUrls, withColumnOptions } from '../url-lists';

const listed = z.object({ items: z.array(z.object({ name: z.string(), kind: z.string(), savedAt: z.string() })) });
const started = z.object({ id: z.string(), invalidURLs: z.array(z.string()).default([]) });
const columnUrls = z.object({ urls: z.array(z.string()) });
const savedRequest = z.object({ kind: z.string(), request: z.record(z.string(), z.unknown()) });
const neverAborted = new AbortController().signal;

interface RunOptions extends ResultOptions, ColumnOptions {
  readonly url?: readonly string[];
  readonly detach?: boolean;
  readonly allowPrivateNetwork?: boolean;
}

/** Returns the API path of a saved job. */
export const addressOf = (name: string): string => `/local/saved/${encodeURIComponent(name)}`;

/**
 * Adds `gleaner run NAME` and `gleaner saved list|show|delete`, which run and manage saved jobs. Returns the `saved`
 * command.
 */
export function addSavedCommands(program: Command, { signal }: CommandContext): Command {
  const run = program
    .command('run')
    .description('run a saved job and get its pages or data')
    .argument('<name>')
    .option('--url <urls-or-files...>', 'URLs to run the job on, files with one URL per line, or - for standard input')
    .option('--detach', 'start the job in the running engine and print its ID without waiting')
    .option('--allow-private-network', 'allow private addresses for an engine started by this command');
  withResultOptions(withColumnOptions(run)).action((name: string, options: RunOptions) =>
    runSaved(name, options, signal),
  );
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
    const runs = await urlsOfRuns(client, name, options, signal);
    let failures = 0;
    for (const urls of runs) {
      try {
        await runOnce(client, name, urls, options, signal);
      } catch (thrown) {
        if (runs.length === 1 || signal.aborted) throw thrown;
        failures += 1;
        progress(`Failed: ${urls?.join()} ${sentenceOf(thrown, signal)}`);
      }
    }
    if (failures > 0) throw new CommandError(`${failures} of ${runs.length} runs failed.`);
  });

/**
 * Returns an entry for each run: the URLs to use, or undefined for the saved URLs. If the saved request takes a single
 * URL, each URL gets its own run.
 */
async function urlsOfRuns(
  client: EngineClient,
  name: string,
  options: RunOptions,
  signal: AbortSignal,
): Promise<readonly (readonly string[] | undefined)[]> {
  const urls = await givenUrls(client, options, signal);
  if (!urls) return [undefined];
  if (urls.length === 1) return [urls];
  const { kind, request } = savedRequest.parse(await client.call({ method: 'GET', path: addressOf(name) }, signal));
  if (!('url' in request)) return [urls];
  const holdsAll = kind === 'crawl' && outputShape(options) === 'folder';
  if (options.output !== undefined && !holdsAll)
    throw new CommandError(
      'each URL starts a separate run, but -o writes the results of only one; start the runs with --detach.',
    );
  return urls.map((url) => [url]);
}

/** Returns the URLs given by `--url`, or the URLs in the rows of the job given by `--from-job`. */
async function givenUrls(
  client: EngineClient,
  options: RunOptions,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const from = columnOf(options);
  if (from && options.url) throw new CommandError('give --url or --from-job, not both.');
  if (!from) return options.url && readUrls(options.url);
  const query = new URLSearchParams({ of: 'data', column: from.column });
  const path = `/local/jobs/${encodeURIComponent(from.jobId)}/rows/urls?${query}`;
  return columnUrls.parse(await client.call({ method: 'GET', path }, signal)).urls;
}

async function runOnce(
  client: EngineClient,
  name: string,
  urls: readonly string[] | undefined,
  options: RunOptions,
  signal: AbortSignal,
): Promise<void> {
  // Ctrl-C does not abort this call, because the command needs the job ID to cancel a job that the engine has already
  // accepted.
  const call = { method: 'POST', path: `${addressOf(name)}/run`, body: { urls } } as const;
  const { id, invalidURLs } = started.parse(await client.call(call, neverAborted));
  for (const url of invalidURLs) progress(`Skipped, because it is not a valid URL: ${url}`);
  if (options.detach) return writeOutput(`${id}\n`);
  progress(`Job ${id}`);
  await collectAnyJob(client, id, options, signal);
}
