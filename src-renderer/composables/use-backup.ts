import { ref } from 'vue';
import { toApiError } from '../api/client';
import { storageApi } from '../api/storage-api';
import { downloadFrom } from '../text/save-file';
import { sizeText, timeText } from '../text/words';

const secretWords = {
  restored: 'Its secrets are taken over.',
  'left out': 'Its secrets are left out: no passphrase was given.',
  none: 'It holds no secrets.',
} as const;

/** Making a backup, and restoring one; `changed` is called when a restore waits or no longer does. */
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
      return `${made.name}, ${sizeText(made.bytes)} before compression, ${made.hasSecrets ? 'with the secrets, sealed' : 'without secrets'}.`;
    });
  const stage = (file: File): Promise<void> =>
    tell(async () => {
      const { createdAt, secrets } = await storageApi.stage(file, passphrase.value || undefined);
      return `The backup of ${timeText(createdAt)} is whole. ${secretWords[secrets]}`;
    });
  const discard = (): Promise<void> =>
    tell(async () => {
      await storageApi.discardRestore();
      return 'Nothing was changed.';
    });
  const apply = (): Promise<void> =>
    tell(async () => {
      await storageApi.restart();
      return 'Gleaner restarts with the restored data.';
    });
  return { passphrase, working, said, failed, backup, stage, apply, discard };
}
