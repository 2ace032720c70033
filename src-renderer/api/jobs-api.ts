import type { z } from 'zod';
import type { agentSnapshotAnswer, agentThreadAnswer } from '../../core/common/api/client/agents';
import type {
  deliveriesAnswer,
  payloadAnswer,
  replayAnswer,
  replayedAnswer,
  webhookTestReport,
} from '../../core/common/api/delivery-answers';
import type {
  batchStartAnswer,
  cancelAnswer,
  creditUsageAnswer,
  mapAnswerV2,
  paramsPreviewAnswer,
} from '../../core/common/api/job-answers';
import type {
  activityAnswer,
  fileNameAnswer,
  jobItem,
  jobsAnswer,
  pageAnswer,
  pageTextAnswer,
  picturesAnswer,
  problemsAnswer,
  reasonsAnswer,
  retriedAnswer,
  savedNameAnswer,
} from '../../core/common/api/local-jobs';
import type { doneAnswer } from '../../core/common/api/responses';
import type { GridRow, RowKind, rowNumbers, rowSlice, rowUrls } from '../../core/common/rows';
import { withRequestKeys } from '../schema/text-keys';
import { call, loadFile } from './client';
import type { ExportFormat, JobAnswer, JobRequest, PageRow } from './job-types';
import { requestSchemas } from './request-schemas';

type Given = Readonly<Record<string, string | number | undefined>>;

const query = (given: Given | RowRange): string =>
  new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
    ),
  ).toString();

const segment = encodeURIComponent;

/** A range of rows in a job. `filter` is JSON. `whole` requests complete values instead of shortened values. */
export interface RowRange {
  readonly of: RowKind;
  readonly search?: string;
  readonly sort?: string;
  readonly filter?: string;
  readonly skip?: number;
  readonly limit?: number;
  readonly whole?: string;
  /** `true` to accept a partial response with the rows read so far. */
  readonly partial?: string;
}

function toPage({ page = 0, values }: GridRow): PageRow {
  const { url, title = '', statusCode, finishedAt } = values;
  return {
    index: page,
    url: String(url),
    title: String(title),
    statusCode: Number(statusCode),
    finishedAt: String(finishedAt),
  };
}

/** An event in an agent's trace. */
export interface TraceEvent {
  readonly eventId: string;
  readonly type: string;
  readonly occurredAt: string;
  readonly text?: string;
  readonly toolName?: string;
  readonly parameters?: object;
  readonly result?: object;
  readonly outcome?: string;
  readonly artifact?: { readonly snapshotId: string };
}

/** API calls for long-running jobs and usage. */
export const jobsApi = {
  kinds: async () =>
    (await requestSchemas()).kinds.map((facts) => ({
      ...facts,
      schema: withRequestKeys(facts.kind, facts.schema),
    })),
  start: (path: string, request: JobRequest) => call<typeof batchStartAnswer>('POST', path, { body: request }),
  map: (request: JobRequest, signal: AbortSignal) =>
    call<typeof mapAnswerV2>('POST', '/v2/map', { body: request, signal }),
  previewCrawl: (body: { url: string; prompt: string }) =>
    call<typeof paramsPreviewAnswer>('POST', '/v2/crawl/params-preview', { body }),
  list: (page: { kind?: string; state?: string; limit: number; before?: string }) =>
    call<typeof jobsAnswer>('GET', `/local/jobs?${query(page)}`),
  job: (id: string) => call<typeof jobItem>('GET', `/local/jobs/${segment(id)}`),
  answer: (path: string, id: string) => call<z.ZodType<JobAnswer>>('GET', `${path}/${segment(id)}`),
  agentTrace: (id: string) =>
    call<z.ZodType<{ readonly events: readonly TraceEvent[] }>>('GET', `/v2/agent/${segment(id)}/trace`),
  agentSnapshot: (id: string, snapshotId: string) =>
    call<typeof agentSnapshotAnswer>('GET', `/v2/agent/${segment(id)}/snapshots/${segment(snapshotId)}`),
  agentThread: (threadId: string) => call<typeof agentThreadAnswer>('GET', `/v2/agent/threads/${segment(threadId)}`),
  pageText: (id: string, url: string, signal: AbortSignal) =>
    call<typeof pageTextAnswer>('GET', `/local/jobs/${segment(id)}/text?${query({ url })}`, { signal }),
  cancel: (id: string) => call<typeof cancelAnswer>('POST', `/local/jobs/${segment(id)}/cancel`, { body: {} }),
  pause: (id: string) => call<typeof doneAnswer>('POST', `/local/jobs/${segment(id)}/pause`, { body: {} }),
  resume: (id: string) => call<typeof doneAnswer>('POST', `/local/jobs/${segment(id)}/resume`, { body: {} }),
  keep: (id: string) => call<typeof doneAnswer>('PUT', `/local/jobs/${segment(id)}/keep`, { body: {} }),
  release: (id: string) => call<typeof doneAnswer>('DELETE', `/local/jobs/${segment(id)}/keep`),
  remove: (id: string) => call<typeof doneAnswer>('DELETE', `/local/jobs/${segment(id)}`),
  retry: (id: string) => call<typeof retriedAnswer>('POST', `/local/jobs/${segment(id)}/retry`, { body: {} }),
  rows: (id: string, asked: RowRange, signal?: AbortSignal) =>
    call<typeof rowSlice>('GET', `/local/jobs/${segment(id)}/rows?${query(asked)}`, { signal }),
  /** Returns pages in completion order, with absolute URLs. */
  pages: async (id: string, range: { readonly skip: number; readonly limit: number }) => {
    const { rows, total } = await jobsApi.rows(id, { of: 'pages', whole: 'true', ...range });
    return { rows: rows.map(toPage), total };
  },
  rowNumbers: (id: string, asked: RowRange) =>
    call<typeof rowNumbers>('GET', `/local/jobs/${segment(id)}/rows/numbers?${query(asked)}`),
  rowUrls: (
    id: string,
    asked: Pick<RowRange, 'of' | 'search' | 'filter'> & { readonly column: string; readonly numbers?: string },
  ) => call<typeof rowUrls>('GET', `/local/jobs/${segment(id)}/rows/urls?${query(asked)}`),
  page: (id: string, index: number, signal?: AbortSignal) =>
    call<typeof pageAnswer>('GET', `/local/jobs/${segment(id)}/rows/${index}`, { signal }),
  /** Returns screenshots of at most 60 pages, selected by index (e.g. `0-23,40`), and the total number of pages. */
  pictures: (id: string, pages: string, signal?: AbortSignal) =>
    call<typeof picturesAnswer>('GET', `/local/jobs/${segment(id)}/pictures?${query({ pages })}`, { signal }),
  /** Returns an image that a page refers to. */
  image: (id: string, asked: { url: string; page: string }, signal?: AbortSignal) =>
    loadFile(`/local/jobs/${segment(id)}/image?${query(asked)}`, signal),
  exportName: (id: string, format: ExportFormat) =>
    call<typeof fileNameAnswer>('GET', `/local/jobs/${segment(id)}/export-name?${query({ format })}`),
  savedName: (id: string) => call<typeof savedNameAnswer>('GET', `/local/jobs/${segment(id)}/saved`),
  problems: (id: string, page: { skip: number; limit: number; state?: string; reason?: string }) =>
    call<typeof problemsAnswer>('GET', `/local/jobs/${segment(id)}/problems?${query(page)}`),
  reasons: (id: string) => call<typeof reasonsAnswer>('GET', `/local/jobs/${segment(id)}/reasons`),
  deliveries: (id: string, page: { skip: number; limit: number }) =>
    call<typeof deliveriesAnswer>('GET', `/local/jobs/${segment(id)}/deliveries?${query(page)}`),
  replay: (id: string) => call<typeof replayAnswer>('POST', `/local/deliveries/${segment(id)}/replay`, { body: {} }),
  allDeliveries: (asked: { state: string; event: string; receiver: string; skip: number; limit: number }) =>
    call<typeof deliveriesAnswer>('GET', `/local/deliveries?${query(asked)}`),
  payload: (id: string) => call<typeof payloadAnswer>('GET', `/local/deliveries/${segment(id)}/payload`),
  replayFailed: (filter: { event: string; receiver: string }) =>
    call<typeof replayedAnswer>('POST', '/local/deliveries/replay', { body: filter }),
  testWebhook: (url: string) => call<typeof webhookTestReport>('POST', '/local/webhooks/test', { body: { url } }),
  activity: (page: { limit: number; before?: string }) =>
    call<typeof activityAnswer>('GET', `/local/activity?${query(page)}`),
  credits: () => call<typeof creditUsageAnswer>('GET', '/v2/team/credit-usage'),
};

/** Rows and columns to export. `columns` is a JSON array. `numbers` contains ranges of row numbers, e.g. `1-5,8`. */
export type ExportChoice = Partial<Pick<RowRange, 'of' | 'search' | 'sort' | 'filter'>> & {
  readonly columns?: string;
  readonly numbers?: string;
  /** `true` to add images and documents to Markdown. */
  readonly assets?: 'true';
};

/** Returns the URL from which the browser downloads an export. */
export const exportPath = (id: string, format: ExportFormat, choice: ExportChoice): string =>
  `/local/jobs/${segment(id)}/export?${query({ ...choice, format })}`;
