import { isDeepStrictEqual } from 'node:util';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { compactIssues } from '../common/api/issues';
import { AppError } from '../common/errors';
import { maskSecrets } from '../common/mask-secrets';
import type { DocumentStore } from '../storage/documents/document-store';
import { type SavedJobDocument, SavedJobDocuments } from '../storage/ports';
import type { SavedRequest } from './job-handler';
import { JobKinds } from './job-kinds';
import { JobReader } from './job-reader';
import { JobStarter, type StartCall } from './job-starter';

/** A job that was saved by name, to be run again. */
export interface SavedJob extends SavedRequest {
  readonly name: string;
  /** ISO time at which it was saved. */
  readonly savedAt: string;
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
    const saved = handler.saved?.(job) ?? { kind: job.kind, request: handler.request(job) };
    if (!isDeepStrictEqual(maskSecrets(saved.request), saved.request))
      throw new AppError(
        'BAD_REQUEST',
        'The request of the job carries a secret (a header or an address), which would be stored in the clear; run the job without it, and save that one.',
      );
    const savedAt = new Date().toISOString();
    await this.documents.put({ _id: name, kind: saved.kind, request: JSON.stringify(saved.request), savedAt });
    return this.get(name);
  }

  /** Starts a saved job anew. Throws NOT_FOUND, and what its kind has against the request. */
  async run(name: string, call: StartCall) {
    const { kind, request } = await this.get(name);
    const handler = this.kinds.backgroundOf(kind);
    const parsed = handler.schema('v2').safeParse(request);
    if (parsed.success) {
      const started = await this.starter.start(handler, parsed.data, call);
      if ('job' in started) return { ...started, path: `/v2/${handler.path}/${started.job.id}` };
    }
    const details = compactIssues(parsed.error?.issues ?? []);
    throw new AppError('BAD_REQUEST', `The saved job "${name}" no longer fits; save it anew.`, { details });
  }
}

const record = z.record(z.string(), z.unknown());

const toSaved = ({ _id: name, kind, request, savedAt }: SavedJobDocument): SavedJob => {
  return { name, kind, request: record.parse(JSON.parse(request)), savedAt };
};

function notFound(name: string): never {
  throw new AppError('NOT_FOUND', `There is no saved job "${name}"; the names are at /local/saved.`);
}
