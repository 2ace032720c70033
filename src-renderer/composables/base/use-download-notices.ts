import type { ExportFormat } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import { useNotices } from '../../stores/notices';
import { t } from '../../texts/i18n';
import { guarded } from './use-failures';

/**
 * Shows notices about files that a browser downloads. Does nothing in the desktop app, which reports a file itself once
 * it is saved, because the user can cancel the save dialog.
 */
export function useDownloadNotices() {
  const notices = useNotices();
  /** Reports that a download has started. `rows` is the number of rows with its unit, if known. */
  function started(name: string, rows?: string): void {
    if (window.gleaner) return;
    notices.say(t('shell.fileDownloading', { file: rows ? `${name} (${rows})` : name }));
  }
  /** Reports the export of a job. The engine chooses the name of the file. */
  async function exported(id: string, format: ExportFormat, rows?: string): Promise<void> {
    if (window.gleaner) return;
    const file = await guarded(t('shell.downloadFailed'), () => jobsApi.exportName(id, format));
    if (file) started(file.name, rows);
  }
  return { started, exported };
}
