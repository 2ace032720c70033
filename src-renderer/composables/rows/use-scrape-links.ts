import type { RowColumn } from '../../../core/common/rows';
import { writeRanges } from '../../../core/common/values/ranges';
import { jobsApi, type RowRange } from '../../api/jobs-api';
import { t } from '../../texts/i18n';
import { guarded } from '../base/use-failures';
import { useOpenRequest } from '../new-job/use-open-request';

/**
 * Returns a function that opens the batch form, filled with the URLs in a column of a job's rows. If rows are selected,
 * uses only their URLs.
 */
export function useScrapeLinks(jobId: string) {
  const { open } = useOpenRequest();
  return ({ id: column }: RowColumn, { of, search, filter }: RowRange, selected: Iterable<number>) =>
    guarded(t('rows.linksFailed'), async () => {
      const numbers = writeRanges(selected) || undefined;
      const { urls } = await jobsApi.rowUrls(jobId, { of, search, filter, column, numbers });
      await open({ kind: 'batch', url: urls[0] ?? '', request: { urls } }, urls);
    });
}
