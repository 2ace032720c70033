import { AppError } from '../../common/errors';
import { isFinal } from '../../common/job';
import type { ColumnChoice } from '../../common/rows';
import type { JobReader } from '../job-reader';
import type { JobRows } from './job-rows';

/** Reads the URLs in the rows of a finished job, for use in another job. */
export class ColumnUrls {
  /**
   * `services` is a function to avoid a dependency cycle. The services depend on the job kinds, and the job kinds use
   * this class.
   */
  constructor(private readonly services: () => { readonly reader: JobReader; readonly rows: JobRows }) {}

  /**
   * Returns the distinct non-empty values of a column, in row order. Reads all matching rows, or only those whose numbers
   * are in `numbers`. Throws NOT_FOUND for an unknown job and CONFLICT
   * for an unfinished job. Throws BAD_REQUEST for a column that does not exist or has no values.
   */
  async read({ jobId, column, ...query }: ColumnChoice, numbers?: readonly number[]): Promise<readonly string[]> {
    const { reader, rows } = this.services();
    const { state } = await reader.job(jobId);
    if (!isFinal(state))
      throw new AppError('CONFLICT', `The job ${jobId} is ${state}; its rows can be used once it has ended.`);
    const { columns } = await rows.slice(jobId, query, { skip: 0, limit: 1 });
    if (!columns.some(({ id }) => id === column)) {
      const known = columns.map(({ id }) => id).join(', ') || 'none';
      throw new AppError('BAD_REQUEST', `The job ${jobId} has no column "${column}"; its columns are ${known}.`);
    }
    const urls = new Set<string>();
    for await (const batch of rows.batches(jobId, query, numbers))
      for (const { values } of batch) for (const text of textsOf(values[column])) urls.add(text);
    if (urls.size === 0)
      throw new AppError('BAD_REQUEST', `The column "${column}" of the job ${jobId} has no values in these rows.`);
    return [...urls];
  }
}

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === 'string' && one.trim() ? [one.trim()] : [],
  );
