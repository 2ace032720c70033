import type { Command } from 'commander';
import { z } from 'zod';
import { type EngineOptions, withEngineOptions } from './command-context';
import type { EngineClient } from './engine-client';
import type { OutputChoice } from './job-output';
import { withPageOptions } from './page-options';
import { collectJob, reportEnd, withOutputOptions } from './run-job';
import { collectValue } from './value-job';

/** Options shared by commands that write the results of any kind of job. */
export interface ResultOptions extends EngineOptions, OutputChoice {
  readonly sources?: boolean;
}

const answerPlace = z.object({ answerPath: z.string().optional() });

/** Adds the options for writing a job's pages or data. */
export const withResultOptions = (command: Command): Command =>
  withEngineOptions(
    withOutputOptions(
      withPageOptions(
        command.option('--sources', 'for an extraction or agent run, also print the source of each value'),
      ),
    ),
  );

/** Follows a job of any kind until it ends. Writes the job's pages, or its data if the result is a single value. */
export async function collectAnyJob(
  client: EngineClient,
  id: string,
  options: ResultOptions,
  signal: AbortSignal,
): Promise<void> {
  const path = `/local/jobs/${encodeURIComponent(id)}`;
  const { answerPath } = answerPlace.parse(await client.call({ method: 'GET', path }, signal));
  if (answerPath !== undefined) return collectValue(client, answerPath, options, signal);
  const end = await collectJob(client, id, options, signal);
  if (end.status !== 'cancelled') await reportEnd(client, id, end);
}
