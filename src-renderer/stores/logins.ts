import { defineStore } from 'pinia';
import { ref } from 'vue';
import { type ListedLogin, type ListedSecret, loginsApi } from '../api/logins-api';
import { useLastError } from '../composables/base/use-failures';

/** Saved logins, and the secrets that recorded steps type into pages. */
export const useLogins = defineStore('logins', () => {
  const profiles = ref<readonly ListedLogin[]>([]);
  const secrets = ref<readonly ListedSecret[]>([]);
  const { error, attempt } = useLastError();

  const readProfiles = async (): Promise<void> => {
    profiles.value = (await loginsApi.profiles()).items;
  };
  const readSecrets = async (): Promise<void> => {
    secrets.value = (await loginsApi.secrets()).items;
  };

  /** Saves the login used by a live page. Rejects with the reason on failure. */
  async function keep(name: string, live: string): Promise<ListedLogin> {
    const kept = await loginsApi.keep(name, live);
    await readProfiles();
    return kept;
  }
  async function rename(name: string, to: string): Promise<void> {
    await loginsApi.rename(name, to);
    await readProfiles();
  }

  return {
    profiles,
    secrets,
    error,
    refresh: () => attempt(readProfiles),
    refreshSecrets: () => attempt(readSecrets),
    keep,
    rename,
    remove: (name: string) => attempt(() => loginsApi.remove(name).then(readProfiles)),
    removeSecret: (name: string) => attempt(() => loginsApi.removeSecret(name).then(readSecrets)),
  };
});
