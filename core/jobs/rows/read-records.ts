import type { Job } from '../../common/job';
import type { WireDocument } from '../../common/model';
import type { RecipeResult } from '../../common/recipe';
import { type Fields, recordsOf } from '../../common/records';
import type { BackgroundJobHandler } from '../../ports/jobs/job-handler';
import type { NewRow } from './row-table';

const recordFormats: readonly string[] = ['json', 'recipe'];

/** True when the job has records in addition to its pages. */
export const hasRecords = ({ spec }: Pick<Job, 'spec'>, { result }: Pick<BackgroundJobHandler, 'result'>): boolean =>
  result !== undefined || spec.formats.some(({ type }) => recordFormats.includes(type));

/** Returns the page text that a document contains, without HTML tags. */
export function textOfPage({ markdown, html, rawHtml }: WireDocument): string {
  if (typeof markdown === 'string') return markdown;
  const markup = [html, rawHtml].find((value) => typeof value === 'string');
  return String(markup ?? '').replace(/<[^<>]*>/g, ' ');
}

/** Column for the URL of the page that contains a record. */
export const pageAddress = 'pageUrl';

/** Returns the records on a page. With `hasAddress`, each record has the page's URL as `pageUrl`. */
export function recordsOfPage(document: WireDocument, page: number, hasAddress: boolean): readonly NewRow[] {
  const recipe = document.recipe as RecipeResult | undefined;
  const records: readonly Fields[] = [
    ...(recipe?.rows ?? []),
    ...(document.json === undefined || document.json === null ? [] : recordsOf(document.json)),
  ];
  const address = document.metadata.url ?? document.metadata.sourceURL;
  return records.map((fields) => ({
    page,
    fields: !hasAddress || pageAddress in fields ? fields : { ...fields, [pageAddress]: address },
  }));
}
