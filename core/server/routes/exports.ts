import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { jobIdParams } from '../../common/api/params';
import { AppError } from '../../common/errors';
import type { Job } from '../../common/job';
import type { Result } from '../../common/model';
import { JobReader } from '../../jobs/job-reader';
import { ResultStore } from '../../jobs/result-store';
import { csvLines, jsonLines, markdownZip } from '../export-writers';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

/** Most bytes of documents read at once. */
const readBytes = 1 << 20;
const readResults = 100;

const formats = {
  jsonl: { ending: 'jsonl', mediaType: 'application/x-ndjson; charset=utf-8', write: jsonLines },
  csv: { ending: 'csv', mediaType: 'text/csv; charset=utf-8', write: csvLines },
  'markdown-zip': { ending: 'zip', mediaType: 'application/zip', write: markdownZip },
} as const;

const exportQuery = z.object({ format: z.enum(['jsonl', 'csv', 'markdown-zip']) });

/** `gleaner-crawl-example.com-2026-11-20.csv`; nothing in it that a header or a file system could stumble over. */
function fileName({ kind, url, createdAt }: Job, ending: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/[^a-z0-9.-]/gi, '') : 'pages';
  return `gleaner-${kind}-${host}-${createdAt.slice(0, 10)}.${ending}`;
}

/** Results of a job as a file: written while it is read, whatever its size. */
@injectable()
export class ExportRoutes implements Routes {
  constructor(
    @inject(JobReader) private readonly reader: JobReader,
    @inject(ResultStore) private readonly results: ResultStore,
  ) {}

  register(app: FastifyInstance): void {
    const schema = { hide: true, params: jobIdParams, querystring: exportQuery };
    app
      .withTypeProvider<ZodRequests>()
      .get('/local/jobs/:id/export', { schema }, async ({ params: { id }, query: { format } }, reply) => {
        const job = await this.reader.job(id);
        if (format === 'markdown-zip' && !job.spec.formats.some(({ type }) => type === 'markdown'))
          throw new AppError('BAD_REQUEST', 'The pages of this job have no markdown; export them as JSONL or CSV.');
        const { ending, mediaType, write } = formats[format];
        reply.type(mediaType).header('content-disposition', `attachment; filename="${fileName(job, ending)}"`);
        return reply.send(Readable.from(write(this.#all(id), job), { objectMode: false }));
      });
  }

  /** Every result that is there when its turn comes, some at a time. */
  async *#all(id: string): AsyncGenerator<Result> {
    for (let skip: number | undefined = 0; skip !== undefined; ) {
      const page: { readonly results: readonly Result[]; readonly next?: number } = await this.results.page(id, {
        skip,
        limit: readResults,
        maxBytes: readBytes,
      });
      yield* page.results;
      skip = page.next;
    }
  }
}
