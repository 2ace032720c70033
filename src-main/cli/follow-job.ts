import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { EngineClient } from './engine-client';

const jobStatus = z.object({
  status: z.enum(['scraping', 'completed', 'failed', 'cancelled']),
  completed: z.int(),
  total: z.int(),
  failed: z.int(),
  creditsUsed: z.int(),
  next: z.string().optional(),
  error: z.string().optional(),
  warning: z.string().optional(),
  data: z.array(z.looseObject({ metadata: z.looseObject({ sourceURL: z.string(), title: z.unknown() }).partial() })),
});

/** Job status, including the requested results. */
export type JobStatus = z.output<typeof jobStatus>;

/** A scraped page in an API response. */
export type PageDocument = JobStatus['data'][number];

/** Receives the progress and pages of a followed job. */
export interface JobListener {
  progress(status: JobStatus): void;
  page(document: PageDocument): Promise<void>;
}

/** Number of results per request. The engine returns fewer if results are large, to limit memory use. */
const readAtOnce = 100;
const pollMs = 300;

/** Reads the status of a job. If `limit` is above 0, includes results from offset `skip`. */
async function readJob(
  client: EngineClient,
  id: string,
  range: { readonly skip: number; readonly limit: number },
  signal: AbortSignal,
): Promise<JobStatus> {
  const path = `/v2/crawl/${encodeURIComponent(id)}?skip=${range.skip}&limit=${range.limit}`;
  return jobStatus.parse(await client.call({ method: 'GET', path }, signal));
}

/** Follows a job until it ends. Reports each page once, in order. */
export async function followJob(
  client: EngineClient,
  id: string,
  listener: JobListener,
  signal: AbortSignal,
): Promise<JobStatus> {
  for (let skip = 0; ; ) {
    const status = await readJob(client, id, { skip, limit: readAtOnce }, signal);
    listener.progress(status);
    for (const document of status.data) {
      signal.throwIfAborted();
      await listener.page(document);
    }
    const read = skip;
    skip = skipOf(status.next) ?? skip + status.data.length;
    if (skip > read) continue;
    if (status.status !== 'scraping') return status;
    await pause(pollMs, undefined, { signal });
  }
}

/** Returns the offset of the next results. The offset also counts damaged results, which responses omit. */
function skipOf(next: string | undefined): number | undefined {
  const skip = next === undefined ? undefined : new URL(next).searchParams.get('skip');
  return skip ? Number(skip) : undefined;
}
