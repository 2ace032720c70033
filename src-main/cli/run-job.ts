import type { Command } from 'commander';
import { z } from 'zod';
import { type EngineOptions, progress, withEngineOptions } from './command-context';
import { CommandError, sentenceOf } from './command-error';
import { type EngineClient, withEngine } from './engine-client';
import { followJob, type JobStatus } from './follow-job';
import { type OutputChoice, openOutput, outputShape } from './job-output';
import { type PageOptions, withPageOptions } from './page-options';
import { progressReport } from './progress-report';
import { writeOutput } from './standard-output';
import { writeWarc } from './write-export';

/** Options shared by all commands that run a job. */
export interface JobOptions extends PageOptions, OutputChoice, EngineOptions {
  readonly detach?: boolean;
  readonly allowPrivateNetwork?: boolean;
  readonly format: readonly string[];
}

/** Request that starts a job. */
export interface JobStart {
  readonly path: '/v2/crawl' | '/v2/batch/scrape';
  readonly body: Readonly<Record<string, unknown>>;
}

const startAnswer = z.object({ id: z.string(), invalidURLs: z.array(z.string()).default([]) });
const errorList = z.object({ errors: z.array(z.object({ url: z.string(), error: z.string() })) });
const cancelTimeoutMs = 5000;
const maxErrorsShown = 10;
const neverAborted = new AbortController().signal;

/** Adds the options shared by all commands that run a job. */
export function withJobOptions(command: Command): Command {
  withOutputOptions(withPageOptions(command))
    .option('--warc <file>', 'write the pages to a WARC 1.1 file; compressed if its name ends in .gz')
    .option('--detach', 'start the job in the running engine and print its ID without waiting')
    .option('--allow-private-network', 'allow private addresses for an engine started by this command');
  return withEngineOptions(command);
}

/** Adds the output options. */
export function withOutputOptions(command: Command): Command {
  return command
    .option(
      '-o, --output <path>',
      'write to a folder (pages/), a JSON Lines file (pages.jsonl) or one Markdown file (pages.md)',
    )
    .option('--assets', 'also save the images and documents of the pages in the folder, with relative links')
    .option('--json', 'print JSON lines instead of text');
}

/** Starts a job, follows it and writes its pages. Ctrl-C cancels the job. */
export async function runJob(start: JobStart, options: JobOptions, signal: AbortSignal): Promise<void> {
  outputShape(options);
  if (options.warc !== undefined && options.detach)
    throw new CommandError(
      '--warc needs the finished job; omit --detach, or use `gleaner export ID --format warc` later.',
    );
  await withEngine({ ...options, mayStart: !options.detach }, signal, async (client) => {
    // Ctrl-C does not abort this call, because the command needs the job ID to cancel a job that the engine has already
    // accepted.
    const call = { method: 'POST', path: start.path, body: start.body } as const;
    const { id, invalidURLs } = startAnswer.parse(await client.call(call, neverAborted));
    for (const url of invalidURLs) progress(`Skipped, because it is not a valid URL: ${url}`);
    if (options.detach) return writeOutput(`${id}\n`);
    progress(`Job ${id}`);
    const end = await cancelledWith(client, id, options, () => collectJob(client, id, options, signal));
    if (options.warc !== undefined) await writeWarc(client, id, options.warc, signal);
    await reportEnd(client, id, end);
  });
}

/** Returns the result of `work`. If `work` fails, cancels the job and rethrows the error. */
async function cancelledWith(
  client: EngineClient,
  id: string,
  { dataDir }: EngineOptions,
  work: () => Promise<JobStatus>,
): Promise<JobStatus> {
  try {
    return await work();
  } catch (error) {
    const where = dataDir === undefined ? '' : ` --data-dir ${dataDir}`;
    await cancelJob(client, id).then(
      () => progress(`The job was cancelled; its pages are available for 24 hours: gleaner jobs results ${id}${where}`),
      (failure: unknown) => progress(`The job could not be cancelled: ${sentenceOf(failure, neverAborted)}`),
    );
    throw error;
  }
}

/** Cancels a job of any kind. Does not use the command's signal, which Ctrl-C may already have aborted. */
export async function cancelJob(client: EngineClient, id: string): Promise<void> {
  const path = `/local/jobs/${encodeURIComponent(id)}/cancel`;
  await client.call({ method: 'POST', path, body: {} }, AbortSignal.timeout(cancelTimeoutMs));
}

/** Writes the pages of a job as they arrive, until the job ends. */
export async function collectJob(
  client: EngineClient,
  id: string,
  options: OutputChoice,
  signal: AbortSignal,
): Promise<JobStatus> {
  const output = await openOutput(options, id, client);
  const report = progressReport(process.stderr);
  const listener = {
    progress: report.update,
    page: (document: JobStatus['data'][number]) => output.page(document, signal),
  };
  try {
    const end = await followJob(client, id, listener, signal);
    report.end();
    const written = await output.finish();
    if (written) progress(written);
    return end;
  } catch (error) {
    if (!signal.aborted) report.end();
    await output.discard();
    throw error;
  }
}

/** Reports how a job ended. Throws unless the job completed and returned pages. */
export async function reportEnd(client: EngineClient, id: string, end: JobStatus): Promise<void> {
  if (end.warning) progress(`Note: ${end.warning}`);
  if (end.status === 'cancelled') throw new CommandError('the job was cancelled by another client.');
  if (end.status === 'failed') throw new CommandError(`the job failed: ${end.error ?? 'no reason was given.'}`);
  const path = `/v2/crawl/${encodeURIComponent(id)}/errors`;
  const { errors } = errorList.parse(await client.call({ method: 'GET', path }, AbortSignal.timeout(cancelTimeoutMs)));
  if (end.completed === 0) throw new CommandError(`no page was scraped. ${errors[0]?.error ?? ''}`.trim());
  for (const { url, error } of errors.slice(0, maxErrorsShown)) progress(`Failed: ${url} ${error}`);
  if (errors.length > maxErrorsShown) progress(`… and ${errors.length - maxErrorsShown} more.`);
}
