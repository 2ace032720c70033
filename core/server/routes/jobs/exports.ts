import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { fileNameAnswer } from '../../../common/api/local-jobs';
import { jobIdParams } from '../../../common/api/params';
import { AppError } from '../../../common/errors';
import type { Job } from '../../../common/job';
import { priceColumns, recipeIn } from '../../../common/prices/price-columns';
import { rowQuery } from '../../../common/rows';
import { markdownNames, markdownZip } from '../../../jobs/exports/markdown-zip';
import { type FetchAsset, PageAssets } from '../../../jobs/exports/page-assets';
import { type RowSelection, type SelectedPage, SelectedRows } from '../../../jobs/exports/selected-rows';
import { sqliteFile } from '../../../jobs/exports/sqlite-file';
import { csvFile, jsonLines, jsonList } from '../../../jobs/exports/text-files';
import { type WarcFacts, warcFile } from '../../../jobs/exports/warc-file';
import { xlsxFile } from '../../../jobs/exports/xlsx-file';
import { JobReader } from '../../../jobs/job-reader';
import type { Batches } from '../../../jobs/rows/read-ahead';
import { SiteFiles } from '../../../kinds/crawl/site-files';
import { workingFolder } from '../../../platform/data-folder/data-dir';
import { SettingsService } from '../../../platform/settings/settings-service';
import { ServerFacts } from '../../../ports/server-facts';
import { attachment } from '../../attachment';
import { abortOnDisconnect } from '../../callers';
import { route, routeGroup } from '../../route';
import { fetchAsset } from './job-assets';
import { selectedNumbers } from './selected-numbers';

const formats = {
  csv: { ending: 'csv', mediaType: 'text/csv; charset=utf-8' },
  json: { ending: 'json', mediaType: 'application/json; charset=utf-8' },
  jsonl: { ending: 'jsonl', mediaType: 'application/x-ndjson; charset=utf-8' },
  xlsx: { ending: 'xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  sqlite: { ending: 'sqlite', mediaType: 'application/vnd.sqlite3' },
  'markdown-zip': { ending: 'zip', mediaType: 'application/zip' },
  warc: { ending: 'warc.gz', mediaType: 'application/gzip' },
} as const;
type Format = keyof typeof formats;

const nameQuery = z.object({ format: z.enum(Object.keys(formats) as [Format, ...Format[]]) });
const exportQuery = rowQuery.extend({
  assets: z.stringbool().default(false),
  ...nameQuery.shape,
  columns: z
    .string()
    .max(20_000)
    .optional()
    .transform((text, context): readonly string[] | undefined => {
      if (text === undefined) return undefined;
      try {
        const read = z.array(z.string()).min(1).safeParse(JSON.parse(text));
        if (read.success) return read.data;
      } catch {
        // Invalid JSON is reported below.
      }
      context.addIssue({ code: 'custom', message: 'columns must be a JSON list of IDs, e.g. ["title","price"].' });
      return z.NEVER;
    }),
  numbers: selectedNumbers,
});

/** Routes that stream a job's rows as a file of any size, or return the name of the file. */
export const exportRoutes = routeGroup(
  [JobReader, SelectedRows, SettingsService, SiteFiles, ServerFacts],
  (
    reader: JobReader,
    chosen: SelectedRows,
    settings: SettingsService,
    siteFiles: SiteFiles,
    { version }: ServerFacts,
  ) => [
    route(
      'GET',
      '/local/jobs/:id/export',
      { params: jobIdParams, query: exportQuery, answer: 'application/octet-stream' },
      async ({ params, query }, reply) => {
        const { format, columns, numbers, assets, ...rows } = query;
        const job = await reader.job(params.id);
        if (assets && format !== 'markdown-zip')
          throw new AppError('BAD_REQUEST', 'assets works only with the format markdown-zip.');
        const choice: RowSelection = { query: rows, columns, numbers };
        const { ending, mediaType } = formats[format];
        const rowFile = new RowFile({ software: `Gleaner/${version}` }, chosen, settings, job, choice);
        const signal = abortOnDisconnect(reply);
        const fetch: FetchAsset = (url, page) => fetchAsset(siteFiles, job, { url, page }, signal);
        const pages = assets ? markdownNames(await chosen.addresses(job, choice)) : undefined;
        const files = pages && new PageAssets(fetch, pages);
        const [name, body] = await Promise.all([reader.exportName(job), rowFile.write(format, signal, files)]);
        reply.type(mediaType).header('content-disposition', attachment(`${name}.${ending}`));
        if (!('bytes' in body)) return reply.send(Readable.from(body, { objectMode: false }));
        return reply.header('content-length', body.bytes).send(body.content);
      },
    ),
    route(
      'GET',
      '/local/jobs/:id/export-name',
      { params: jobIdParams, query: nameQuery, answer: fileNameAnswer },
      async ({ params: { id }, query: { format } }) => ({
        name: `${await reader.exportName(await reader.job(id))}.${formats[format].ending}`,
      }),
    ),
  ],
);

/** Options of a table job. Absent for other kinds of jobs. */
interface TableOptions {
  readonly recipe?: unknown;
  /** Warnings of a running job. */
  readonly remarks?: readonly string[];
  /** Warning of a finished job. */
  readonly warning?: string;
}

/** Writes a job's selected rows in the requested file format. */
class RowFile {
  constructor(
    private readonly facts: Pick<WarcFacts, 'software'>,
    private readonly chosen: SelectedRows,
    private readonly settings: SettingsService,
    private readonly job: Job,
    private readonly choice: RowSelection,
  ) {}

  async write(format: Format, signal: AbortSignal, assets?: PageAssets) {
    const { job, choice, chosen } = this;
    if (format === 'markdown-zip') return this.#markdown(assets);
    if (format === 'warc') return warcFile(this.#pages(), { ...this.facts, description: `${job.kind} of ${job.url}` });
    if (format === 'json') return jsonList(this.#values());
    if (format === 'jsonl') return jsonLines(this.#values());
    if (format === 'sqlite' && job.zeroDataRetention)
      throw new AppError(
        'BAD_REQUEST',
        'A SQLite export is written to disk, where nothing from this job may be stored; export the job as XLSX, CSV or JSON.',
      );
    const columns = await chosen.columns(job, choice);
    if (columns.length === 0)
      throw new AppError(
        'BAD_REQUEST',
        'The rows have none of these columns; choose other columns, or omit `columns`.',
      );
    if (format === 'sqlite') {
      const folder = workingFolder(this.settings.run.dataDir, 'export', randomBytes(8).toString('hex'));
      return sqliteFile(columns, chosen.values(job, choice, columns), { folder, signal });
    }
    if (format === 'csv') return csvFile(columns, chosen.values(job, choice, columns));
    const { remarks = [], warning, ...options } = job.options as TableOptions;
    const facts = { recipe: recipeIn(options), warning: [...remarks, warning].join(' ') };
    const prices = priceColumns(choice.query.of === 'data' ? columns.map(({ id }) => id) : [], facts);
    return xlsxFile(columns, chosen.sheetRows(job, choice, columns), prices);
  }

  /** Yields complete page documents, or only the selected columns. */
  #values(): Batches<unknown> {
    const { job, choice, chosen } = this;
    return choice.query.of === 'data' || choice.columns ? chosen.objects(job, choice) : this.#documents();
  }

  async *#documents(): AsyncGenerator<readonly unknown[]> {
    for await (const pages of this.chosen.pages(this.job, this.choice)) yield pages.map(({ document }) => document);
  }

  #markdown(assets?: PageAssets) {
    if (!this.job.spec.formats.some(({ type }) => type === 'markdown'))
      throw new AppError('BAD_REQUEST', 'The pages of this job have no Markdown; export them as JSONL or CSV.');
    return markdownZip(this.#pages(), assets);
  }

  #pages(): Batches<SelectedPage> {
    const { job, choice, chosen } = this;
    return chosen.pages(job, { ...choice, query: { ...choice.query, of: 'pages' } });
  }
}
