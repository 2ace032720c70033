import type { StorageUse } from '../../core/common/storage-use';
import { call } from './client';

/** What the data folder takes up. */
export interface StorageState {
  readonly uses: readonly StorageUse[];
  readonly freeBytes: number;
  /** True when a checked backup waits for the next start. */
  readonly isRestorePending: boolean;
  /** Folders of the data folder with the data of before each restore. */
  readonly previous: readonly { readonly name: string; readonly bytes: number }[];
}

/** A backup that can be fetched once. */
interface PreparedBackup {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly hasSecrets: boolean;
}

/** A checked backup. */
interface StagedBackup {
  readonly version: string;
  readonly createdAt: string;
  readonly secrets: 'restored' | 'left out' | 'none';
}

/** A text in base64, which headers can carry. */
const inBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Every call about storage, backups and the restart; one line each. */
export const storageApi = {
  state: () => call<StorageState>('GET', '/local/storage'),
  clearCache: () => call<{ removed: number }>('DELETE', '/local/storage/cache'),
  backup: (passphrase: string | undefined) => call<PreparedBackup>('POST', '/local/backups', { body: { passphrase } }),
  backupPath: (id: string) => `/local/backups/${encodeURIComponent(id)}`,
  stage: (file: File, passphrase: string | undefined) =>
    call<StagedBackup>('POST', '/local/restore', {
      file: file.slice(0, file.size, 'application/gzip'),
      headers: passphrase ? { 'x-gleaner-passphrase': inBase64(passphrase) } : {},
    }),
  removePrevious: () => call<{ removed: number }>('DELETE', '/local/storage/previous'),
  discardRestore: () => call<unknown>('DELETE', '/local/restore'),
  restart: () => call<unknown>('POST', '/local/restart', { body: {} }),
};
