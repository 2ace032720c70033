import { ref } from 'vue';
import { toApiError } from '../../api/client';
import { storageApi } from '../../api/storage-api';
import { downloadFrom } from '../../display/save-file';
import { sizeText, timeText } from '../../display/words';
import { t } from '../../texts/i18n';

const secretWords = {
  restored: 'settings.secretsRestored',
  'left out': 'settings.secretsNotRestored',
  none: 'settings.noSecrets',
} as const;

/** Creates and restores backups. Calls `changed` after a restore has been prepared or discarded. */
export function useBackup(changed: () => void) {
  const passphrase = ref('');
  const working = ref(false);
  const said = ref('');
  const failed = ref(false);

  async function tell(work: () => Promise<string>): Promise<void> {
    [working.value, said.value, failed.value] = [true, '', false];
    try {
      said.value = await work();
    } catch (thrown) {
      [said.value, failed.value] = [toApiError(thrown).message, true];
    } finally {
      working.value = false;
      changed();
    }
  }
  const backup = (): Promise<void> =>
    tell(async () => {
      const made = await storageApi.backup(passphrase.value || undefined);
      downloadFrom(storageApi.backupPath(made.id), made.name);
      return t('settings.backupFacts', {
        name: made.name,
        bytes: sizeText(made.bytes),
        hasSecrets: made.hasSecrets ? t('settings.withSecrets') : t('settings.withoutSecrets'),
      });
    });
  const stage = (file: File): Promise<void> =>
    tell(async () => {
      const { createdAt, secrets } = await storageApi.stage(file, passphrase.value || undefined);
      return t('settings.backupComplete', {
        createdAt: timeText(createdAt),
        secrets: t(secretWords[secrets]),
      });
    });
  const discard = (): Promise<void> =>
    tell(async () => {
      await storageApi.discardRestore();
      return t('settings.nothingWasChanged');
    });
  const apply = (): Promise<void> =>
    tell(async () => {
      await storageApi.restart();
      return t('settings.restarting');
    });
  return { passphrase, working, said, failed, backup, stage, apply, discard };
}
