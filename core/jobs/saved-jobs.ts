import { isDeepStrictEqual } from 'node:util';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { compactIssues } from '../common/api/issues';
import { AppError } from '../common/errors';
import { maskSecrets } from '../common/mask-secrets';
import type { DocumentStore, StoredDocument } from '../user-documents/document-store';

import type { SavedRequest } from './job-handler';
import { JobKinds } from './job-kinds';
import { JobReader } from './job-reader';
import { JobStarter, type StartCall } from './job-starter';

/** A saved job as a document. */
export interface SavedJobDocument extends StoredDocument {
  readonly kind: string;
  /** The request that starts it, as JSON: names in it may be none that a document can have. */
  readonly request: string;
  /** ISO time at which it was saved. */
  readonly savedAt: string;
  /** Id and ISO time of the job it started last. */
  readonly lastRun?: { readonly id: string; readonly at: string };
}
/** Token of the documents of saved jobs, by name. */
export const SavedJobDocuments = Symbol('SavedJobDocuments');

/** A job that was saved by name, to be run again. */
export interface SavedJob extends SavedRequest {
  readonly name: string;
  /** ISO time at which it was saved. */
  readonly savedAt: string;
  /** The job it started last; absent before it ever ran. */
  readonly lastRun?: { readonly id: string; readonly at: string };
}

/** Jobs that were saved by name. */
@injectable()
export class SavedJobs {
  constructor(
    @inject(SavedJobDocuments) private readonly documents: DocumentStore<SavedJobDocument>,
    @inject(JobReader) private readonly reader: JobReader,
    @inject(JobKinds) private readonly kinds: JobKinds,
    @inject(JobStarter) private readonly starter: JobStarter,
  ) {}

  /** All saved jobs by name. */
  async list(): Promise<readonly SavedJob[]> {
    const documents = await this.documents.all();
    return documents.map(toSaved).sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Throws NOT_FOUND when there is none of this name. */
  async get(name: string): Promise<SavedJob> {
    const document = await this.documents.get(name);
    return document ? toSaved(document) : notFound(name);
  }

  /** Throws NOT_FOUND when there was none of this name. */
  async remove(name: string): Promise<void> {
    if (!(await this.documents.remove(name))) notFound(name);
  }

  /**
   * Saves a completed job as a request that gives its answer without a model, in place of one of the same name. Throws
   * CONFLICT for a job that has not completed, and BAD_REQUEST for one that carries secrets or must leave nothing behind.
   */
  async save(id: string, name: string): Promise<SavedJob> {
    const job = await this.reader.job(id);
    if (job.state !== 'completed')
      throw new AppError('CONFLICT', `The job is ${job.state}; only a completed job can be saved.`);
    if (job.zeroDataRetention)
      throw new AppError('BAD_REQUEST', 'Nothing of a job with zeroDataRetention is kept, so it cannot be saved.');
    const handler = this.kinds.backgroundOf(job.kind);
    return this.#keep(name, (await handler.saved?.(job)) ?? { kind: job.kind, request: handler.request(job) });
  }

  /** Saves a request as it is, in place of one of the same name. Throws BAD_REQUEST when it does not fit its kind or carries secrets. */
  put(name: string, { kind, request }: SavedRequest): Promise<SavedJob> {
    const handler = this.kinds.background().find((one) => one.kind === kind);
    if (!handler) {
      const known = this.kinds.background().map((one) => one.kind);
      throw new AppError(
        'BAD_REQUEST',
        `Jobs of the kind "${kind}" cannot be saved; the kinds are ${known.join(', ')}.`,
      );
    }
    const parsed = handler.schema('v2').safeParse(request);
    if (!parsed.success)
      throw new AppError('BAD_REQUEST', 'The request does not fit its kind of job.', {
        details: compactIssues(parsed.error.issues),
      });
    return this.#keep(name, { kind, request });
  }

  /** Gives a saved job another name. Throws NOT_FOUND, and CONFLICT when that name is taken. */
  async rename(name: string, to: string): Promise<SavedJob> {
    const document = (await this.documents.get(name)) ?? notFound(name);
    if (to === name) return toSaved(document);
    if (await this.documents.get(to))
      throw new AppError('CONFLICT', `There is a saved job "${to}" already; choose another name, or remove that one.`);
    await this.documents.put({ ...document, _id: to });
    await this.documents.remove(name);
    return this.get(to);
  }

  async #keep(name: string, { kind, request }: SavedRequest): Promise<SavedJob> {
    if (!isDeepStrictEqual(maskSecrets(request), request))
      throw new AppError(
        'BAD_REQUEST',
        'The request carries a secret (a header or an address), which would be stored in the clear; save one without it.',
      );
    const savedAt = new Date().toISOString();
    await this.documents.put({ _id: name, kind, request: JSON.stringify(request), savedAt });
    return this.get(name);
  }

  /** Starts a saved job anew. Throws NOT_FOUND, and what its kind has against the request. */
  async run(name: string, call: StartCall) {
    const { kind, request } = await this.get(name);
    const handler = this.kinds.backgroundOf(kind);
    const parsed = handler.schema('v2').safeParse(request);
    if (parsed.success) {
      const started = await this.starter.start(handler, parsed.data, call);
      if ('job' in started) {
        const { id, createdAt: at } = started.job;
        await this.documents.update(name, { lastRun: { id, at } });
        return { ...started, path: `/v2/${handler.path}/${id}` };
      }
    }
    const details = compactIssues(parsed.error?.issues ?? []);
    throw new AppError('BAD_REQUEST', `The saved job "${name}" no longer fits; save it anew.`, { details });
  }
}

const record = z.record(z.string(), z.unknown());

const toSaved = ({ _id: name, kind, request, savedAt, lastRun }: SavedJobDocument): SavedJob => {
  return { name, kind, request: record.parse(JSON.parse(request)), savedAt, ...(lastRun ? { lastRun } : {}) };
};

function notFound(name: string): never {
  throw new AppError('NOT_FOUND', `There is no saved job "${name}"; the names are at /local/saved.`);
}
