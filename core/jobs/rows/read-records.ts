import type { Job } from '../../common/job';
import type { WireDocument } from '../../common/model';
import type { RecipeResult } from '../../common/recipe';
import { type Fields, recordsOf } from '../../common/records';
import type { BackgroundJobHandler } from '../../ports/jobs/job-handler';
import type { NewRow } from './row-table';

/** Formats whose values are records. */
const recordFormats: readonly string[] = ['json', 'recipe'];

/** Whether the rows of a job are records it has read, beside its pages. */
export const hasRecords = ({ spec }: Pick<Job, 'spec'>, { result }: Pick<BackgroundJobHandler, 'result'>): boolean =>
  result !== undefined || spec.formats.some(({ type }) => recordFormats.includes(type));

/** Column of the address a record was read from. */
export const pageAddress = 'pageUrl';

/** The records of one page, each with the address it was read from as `pageUrl`. */
export function recordsOfPage(document: WireDocument, page: number): readonly NewRow[] {
  const recipe = document.recipe as RecipeResult | undefined;
  const records: readonly Fields[] = [
    ...(recipe?.rows ?? []),
    ...(document.json === undefined || document.json === null ? [] : recordsOf(document.json)),
  ];
  const address = document.metadata.url ?? document.metadata.sourceURL;
  return records.map((fields) => ({
    page,
    fields: pageAddress in fields ? fields : { ...fields, [pageAddress]: address },
  }));
}
