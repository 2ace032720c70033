import type { doneAnswer } from '../../core/common/api/responses';
import type {
  preparedBackup,
  removedAnswer,
  stagedBackup,
  storageAnswer,
} from '../../core/common/api/workspace-answers';
import { call } from './client';

/** Encodes a string as Base64, so that it can be sent in a header. */
const inBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** API calls for storage, backups and restarts. */
export const storageApi = {
  state: () => call<typeof storageAnswer>('GET', '/local/storage'),
  clearCache: () => call<typeof removedAnswer>('DELETE', '/local/storage/cache'),
  backup: (passphrase: string | undefined) =>
    call<typeof preparedBackup>('POST', '/local/backups', { body: { passphrase } }),
  backupPath: (id: string) => `/local/backups/${encodeURIComponent(id)}`,
  stage: (file: File, passphrase: string | undefined) =>
    call<typeof stagedBackup>('POST', '/local/restore', {
      file: file.slice(0, file.size, 'application/gzip'),
      headers: passphrase ? { 'x-gleaner-passphrase': inBase64(passphrase) } : {},
    }),
  removePrevious: () => call<typeof removedAnswer>('DELETE', '/local/storage/previous'),
  discardRestore: () => call<typeof doneAnswer>('DELETE', '/local/restore'),
  restart: () => call<typeof doneAnswer>('POST', '/local/restart', { body: {} }),
};
