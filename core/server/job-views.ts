import { inject, injectable } from 'inversify';
import type { Job } from '../common/job';
import { needsPersonOf } from '../common/needs-person';
import { maskSecrets } from '../common/values/mask-secrets';
import { PagePictureReader } from '../jobs/rows/page-pictures';
import { hasRecords } from '../jobs/rows/read-records';
import { JobKinds } from '../ports/jobs/job-kinds';

/** Converts jobs to the form shown in the UI and on the command line. */
@injectable()
export class JobViews {
  constructor(
    @inject(JobKinds) private readonly kinds: JobKinds,
    @inject(PagePictureReader) private readonly pictures: PagePictureReader,
  ) {}

  /** Returns a job and the request that would start it again. Secrets are masked. */
  of(job: Job) {
    const { spec: _, options, outcome: __, ...facts } = job;
    const { count, doneBefore } = options as { readonly count?: number; readonly doneBefore?: number };
    const handler = this.kinds.backgroundOf(job.kind);
    const { rows } = (job.outcome ?? {}) as { readonly rows?: unknown };
    return maskSecrets({
      ...facts,
      count,
      doneBefore,
      answerPath: handler.result && `/v2/${handler.path}/${job.id}`,
      hasRows: hasRecords(job, handler),
      rows: Array.isArray(rows) ? rows.length : undefined,
      hasPictures: this.pictures.has(job),
      needsPerson: needsPersonOf(job),
      request: handler.request(job),
    });
  }
}
