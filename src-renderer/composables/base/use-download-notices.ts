import type { ExportFormat } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import { useNotices } from '../../stores/notices';
import { t } from '../../texts/i18n';
import { guarded } from './use-failures';

/**
 * Shows notices about files that a browser downloads. In the desktop app they do nothing: the app itself reports a file
 * that it has saved, and does not report a file whose save dialog the user cancelled.
 */
export function useDownloadNotices() {
  const notices = useNotices();
  /** Reports the file of a link. `rows` is the number of rows with its unit, if known. */
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
