import { saveText } from '../../display/save-file';
import { useNotices } from '../../stores/notices';
import { t } from '../../texts/i18n';

/**
 * Returns a function that saves text as a file and reports the name of the file. `rows` is the number of rows with its
 * unit, if known.
 */
export function useSaveText() {
  const notices = useNotices();
  return async (name: string, text: string, mediaType: string, rows?: string): Promise<void> => {
    await saveText(name, text, mediaType);
    // The desktop app itself reports saved files.
    if (window.gleaner) return;
    notices.say(t('shell.fileDownloaded', { file: rows ? `${name} (${rows})` : name }));
  };
}
