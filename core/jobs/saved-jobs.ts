import { isDeepStrictEqual } from 'node:util';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { compactIssues } from '../common/api/issues';
import type { SavedJob } from '../common/api/saved-answers';
import { targetUrl } from '../common/api/target-url';
import { SerialQueue } from '../common/concurrency/promises';
import { AppError } from '../common/errors';
import type { Job } from '../common/job';
import { monitorFacts, seenRange } from '../common/monitor';
import {
  defaultKeptRuns,
  monitorRequest,
  type SavedDetails,
  savedDetails,
  savedRun,
  schedule,
  scheduleNote,
} from '../common/saved-job';
import { maskSecrets } from '../common/values/mask-secrets';
import type { DocumentStore } from '../ports/document-store';
import type { BackgroundJobHandler, SavedRequest } from '../ports/jobs/job-handler';
import { JobKinds } from '../ports/jobs/job-kinds';
import { noticeId } from './delivery/notice-id';
import { JobReader } from './job-reader';
import { JobStarter, type StartCall } from './job-starter';

const record = z.record(z.string(), z.unknown());

const isRecord = (text: string): boolean => {
  try {
    return record.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

const stored = z.object({
  _id: z.string(),
  kind: z.string(),
  /** The start request as a JSON string, because its keys may be invalid in a stored document. */
  request: z.string().refine(isRecord),
  /** ISO time at which the job was saved. */
  savedAt: z.string(),
  ...savedDetails.shape,
  /** Most recent runs of the saved job, oldest first. */
  runs: z.array(savedRun).optional(),
  schedule: schedule.optional(),
  /** Scheduled times at which no run started, oldest first. */
  notes: z.array(scheduleNote).optional(),
  monitor: monitorRequest.optional(),
  /** ISO time at which the monitor was last changed. */
  monitorChangedAt: z.string().optional(),
  /** Additional data for a monitor created through the API. */
  watch: monitorFacts.optional(),
  /** Value ranges of the watched columns across all runs. */
  seen: z.array(seenRange).optional(),
});

/** Stored document for a saved job. */
export type SavedJobDocument = Readonly<z.output<typeof stored>>;
/** Injection token for the store of saved job documents, which are keyed by name. */
export const SavedJobDocuments = Symbol('SavedJobDocuments');

/** Fields of a saved job that can be changed. */
export type SavedChange = Partial<Omit<SavedJobDocument, '_id' | 'kind' | 'request'>>;

/** A started run of a saved job. */
export interface StartedRun {
  readonly job: Job;
  /** Additional fields in the start response. */
  readonly answer: Readonly<Record<string, unknown>>;
  /** API path of the job. */
  readonly path: string;
}

/** Manages saved jobs, which are identified by name. */
@injectable()
export class SavedJobs {
  readonly #changes = new SerialQueue();

  constructor(
    @inject(SavedJobDocuments) private readonly documents: DocumentStore<SavedJobDocument>,
    @inject(JobReader) private readonly reader: JobReader,
    @inject(JobKinds) private readonly kinds: JobKinds,
    @inject(JobStarter) private readonly starter: JobStarter,
  ) {}

  async list(): Promise<readonly SavedJob[]> {
    return Promise.all((await this.all()).map((document) => this.#shown(document)));
  }

  /** Returns the documents of all saved jobs with their runs, sorted by name. Skips damaged documents. */
  async all(): Promise<readonly SavedJobDocument[]> {
    const documents = await this.documents.all();
    const whole = documents.flatMap((document) => stored.safeParse(document).data ?? []);
    return whole.toSorted((one, other) => one._id.localeCompare(other._id));
  }

  /** Returns a saved job. Throws NOT_FOUND for an unknown name. */
  async get(name: string): Promise<SavedJob> {
    return this.#shown(await this.document(name));
  }

  /** Returns a saved job's document with its runs. Throws NOT_FOUND, or STORAGE_ERROR when the document is damaged. */
  async document(name: string): Promise<SavedJobDocument> {
    const document = (await this.documents.get(name)) ?? notFound(name);
    const { data } = stored.safeParse(document);
    if (data) return data;
    throw new AppError('STORAGE_ERROR', `The saved job "${name}" is damaged on disk; save it again, or delete it.`);
  }

  /** Deletes a saved job. Throws NOT_FOUND for an unknown name. */
  async remove(name: string): Promise<void> {
    if (!(await this.documents.remove(name))) notFound(name);
  }

  /**
   * Saves a completed job as a request that runs without a model. If the name is taken, replaces the saved request.
   * Throws CONFLICT for an unfinished job, and BAD_REQUEST for a job with secrets or zero retention.
   */
  async save(id: string, name: string): Promise<SavedJob> {
    const job = await this.reader.job(id);
    if (job.state !== 'completed')
      throw new AppError('CONFLICT', `The job is ${job.state}; only a completed job can be saved.`);
    if (job.zeroDataRetention)
      throw new AppError(
        'BAD_REQUEST',
        'A job with zeroDataRetention cannot be saved, because none of its data is stored.',
      );
    const handler = this.kinds.backgroundOf(job.kind);
    return this.#keep(name, (await handler.saved?.(job)) ?? { kind: job.kind, request: handler.request(job) });
  }

  /**
   * Saves a request. If the name is taken, replaces the saved request but keeps the runs. Throws BAD_REQUEST for a
   * request that is invalid or contains secrets.
   */
  put(name: string, { kind, request }: SavedRequest, details: SavedDetails = {}): Promise<SavedJob> {
    const handler = this.kinds.background().find((one) => one.kind === kind);
    if (!handler) {
      const known = this.kinds.background().map((one) => one.kind);
      throw new AppError(
        'BAD_REQUEST',
        `Jobs of the kind "${kind}" cannot be saved; only these kinds can: ${known.join(', ')}.`,
      );
    }
    const parsed = handler.schema('v2').safeParse(request);
    if (!parsed.success)
      throw new AppError('BAD_REQUEST', 'The request is not valid for this kind of job.', {
        details: compactIssues(parsed.error.issues),
      });
    return this.#keep(name, { kind, request }, details);
  }

  /** Applies a change to a saved job. Changes are applied one after another. Throws NOT_FOUND for an unknown name. */
  change(name: string, make: (document: SavedJobDocument) => SavedChange): Promise<SavedJobDocument> {
    return this.#changes.run(async () => {
      await this.document(name);
      const changed = await this.documents.change(name, (document) =>
        make(stored.safeParse(document).data ?? document),
      );
      return changed ?? notFound(name);
    });
  }

  /** Renames a saved job. Throws NOT_FOUND, or CONFLICT when the name is taken. */
  rename(name: string, to: string): Promise<SavedJob> {
    return this.#changes.run(async () => {
      const document = await this.document(name);
      if (to === name) return this.#shown(document);
      if (await this.documents.get(to)) {
        const sentence = `A saved job named "${to}" already exists; choose another name or delete the existing saved job.`;
        throw new AppError('CONFLICT', sentence);
      }
      await this.documents.put({ ...document, _id: to });
      await this.documents.remove(name);
      return this.get(to);
    });
  }

  /** Returns a saved job for display. `isKept` is true if the results of its last run are still available. */
  async #shown(document: SavedJobDocument): Promise<SavedJob> {
    const { lastRun, ...saved } = toSaved(document);
    return lastRun ? { ...saved, lastRun: { ...lastRun, isKept: await this.reader.has(lastRun.id) } } : saved;
  }

  async #keep(name: string, { kind, request }: SavedRequest, details: SavedDetails = {}): Promise<SavedJob> {
    if (!isDeepStrictEqual(maskSecrets(request), request))
      throw new AppError(
        'BAD_REQUEST',
        'The request contains a secret (in a header or URL) that would be stored unencrypted; remove it and save again.',
      );
    const savedAt = new Date().toISOString();
    return this.#changes.run(async () => {
      const facts = { ...details, kind, request: JSON.stringify(request), savedAt };
      const isFit = stored.safeParse(await this.documents.get(name)).success;
      const known = isFit ? await this.documents.change(name, () => facts) : undefined;
      if (!known) await this.documents.put({ ...facts, _id: name });
      return this.get(name);
    });
  }

  /**
   * Starts a job from a saved request. If `urls` are given, the run uses them instead of the saved URLs. Throws
   * NOT_FOUND, BAD_REQUEST for a request that is no longer valid or does not accept the URLs, and the errors of
   * `JobStarter.start`.
   */
  async start(name: string, call: StartCall, urls?: readonly string[]): Promise<StartedRun> {
    const saved = await this.get(name);
    const handler = this.kinds.backgroundOf(saved.kind);
    const request = urls ? await onUrls(handler, saved, urls) : saved.request;
    const parsed = handler.schema('v2').safeParse(request);
    if (parsed.success) {
      const started = await this.starter.start(handler, parsed.data, call);
      if ('job' in started) return { ...started, path: `/v2/${handler.path}/${started.job.id}` };
    }
    const details = compactIssues(parsed.error?.issues ?? []);
    const sentence = urls
      ? `The saved job "${name}" cannot run on these URLs; see details.`
      : `The saved job "${name}" is no longer valid; save it again.`;
    throw new AppError('BAD_REQUEST', sentence, { details });
  }
}

/** Returns a monitor's own ID. If the monitor has none, returns an ID derived from the name of its saved job. */
export const monitorIdOf = ({ _id, watch }: Pick<SavedJobDocument, '_id' | 'watch'>): string =>
  watch?.id ?? noticeId('monitor', _id);

/** Returns a saved job for display, without its runs. */
export function toSaved(document: SavedJobDocument): SavedJob {
  const { _id: name, request, runs = [], notes: _, watch, seen: __, keepRuns, ...facts } = document;
  const last = runs.at(-1);
  return {
    ...facts,
    name,
    ...(watch ? { title: watch.title } : {}),
    ...(facts.monitor ? { monitorId: monitorIdOf(document) } : {}),
    request: record.parse(JSON.parse(request)),
    keepRuns: keepRuns ?? defaultKeptRuns,
    ...(last ? { lastRun: { id: last.id, at: last.at, rows: last.rows } } : {}),
  };
}

/** Returns a saved request with new URLs. Throws BAD_REQUEST when more URLs are given than the request accepts. */
async function onUrls(
  handler: BackgroundJobHandler,
  { name, request }: SavedJob,
  urls: readonly string[],
): Promise<SavedRequest['request']> {
  if (!('url' in request)) return { ...request, urls };
  const [url = '', ...others] = urls;
  if (others.length > 0)
    throw new AppError('BAD_REQUEST', `The saved job "${name}" takes one URL; start a run for each URL.`);
  const { success, data = url } = targetUrl.safeParse(url);
  return success && handler.movedTo ? handler.movedTo(data, request) : { ...request, url };
}

function notFound(name: string): never {
  throw new AppError('NOT_FOUND', `There is no saved job "${name}"; see /local/saved for the names.`);
}
