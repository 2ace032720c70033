import { saveText } from '../../display/save-file';
import { useNotices } from '../../stores/notices';
import { t } from '../../texts/i18n';

/** Returns a function that saves text as a file and reports the name of the file. */
export function useSaveText() {
  const notices = useNotices();
  return async (name: string, text: string, mediaType: string): Promise<void> => {
    await saveText(name, text, mediaType);
    // The desktop app itself reports saved files.
    if (!window.gleaner) notices.say(t('shell.fileDownloaded', { name }));
  };
}
