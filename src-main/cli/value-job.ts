import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { writeFileAtomically } from './atomic-file';
import { type EngineOptions, progress, withEngineOptions } from './command-context';
import { CommandError } from './command-error';
import { type EngineClient, withEngine } from './engine-client';
import { writeOutput } from './standard-output';

/** Options shared by all commands that run a job whose result is a single value. */
export interface ValueJobOptions extends EngineOptions {
  readonly schema?: string;
  readonly sources?: boolean;
  readonly output?: string;
  readonly allowPrivateNetwork?: boolean;
}

const pollMs = 300;
const startAnswer = z.object({ id: z.string(), invalidURLs: z.array(z.string()).default([]) });
const statusAnswer = z.looseObject({
  status: z.enum(['processing', 'completed', 'failed', 'cancelled']),
  data: z.unknown().optional(),
  error: z.string().optional(),
  warning: z.string().optional(),
});
const neverAborted = new AbortController().signal;

/** Adds the options shared by all commands that run a job whose result is a single value. */
export function withValueOptions(command: Command): Command {
  command
    .option('--schema <file>', 'file with the JSON schema of the data')
    .option('--sources', 'also print the source of each value')
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .option('--allow-private-network', 'allow private addresses for an engine started by this command');
  return withEngineOptions(command);
}

/** Reads a JSON schema file. Undefined if no file is given. */
export async function readSchema(file: string | undefined): Promise<unknown> {
  if (file === undefined) return undefined;
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch (thrown) {
    throw new CommandError(`the schema in ${file} cannot be read: ${(thrown as Error).message}`);
  }
}

/** Starts a job, waits for it and writes its data as JSON. Ctrl-C cancels the job. */
export async function runValueJob(
  path: string,
  body: Readonly<Record<string, unknown>>,
  options: ValueJobOptions,
  signal: AbortSignal,
): Promise<void> {
  await withEngine({ ...options, mayStart: true }, signal, async (client) => {
    // Ctrl-C does not abort this call, because the command needs the job ID to cancel a job that the engine has already
    // accepted.
    const { id, invalidURLs } = startAnswer.parse(await client.call({ method: 'POST', path, body }, neverAborted));
    for (const url of invalidURLs) progress(`Skipped, because it is not a valid URL: ${url}`);
    progress(`Job ${id}`);
    const address = `${path}/${id}`;
    await collectValue(client, address, options, signal).catch(async (thrown: unknown) => {
      if (signal.aborted)
        await client.call({ method: 'DELETE', path: address }, AbortSignal.timeout(5000)).catch(() => undefined);
      throw thrown;
    });
  });
}

/** Waits for a job whose result is a single value, and writes the value as JSON. `path` is the job's status path. */
export async function collectValue(
  client: EngineClient,
  path: string,
  options: Pick<ValueJobOptions, 'sources' | 'output'>,
  signal: AbortSignal,
): Promise<void> {
  const { status, data, error, warning, ...facts } = await follow(client, path, signal);
  if (warning) progress(warning);
  if (status !== 'completed') throw new CommandError(error ?? `the job was ${status}.`);
  const { sources, missing, conflicts } = facts;
  const content = `${JSON.stringify(options.sources ? { data, sources, missing, conflicts } : data, undefined, 2)}\n`;
  if (options.output !== undefined) return writeFileAtomically(options.output, content);
  await writeOutput(content);
}

async function follow(client: EngineClient, path: string, signal: AbortSignal) {
  for (;;) {
    const status = statusAnswer.parse(await client.call({ method: 'GET', path }, signal));
    if (status.status !== 'processing') return status;
    await pause(pollMs, undefined, { signal });
  }
}
