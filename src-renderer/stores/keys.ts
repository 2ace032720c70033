import { defineStore } from 'pinia';
import { ref } from 'vue';
import { toApiError } from '../api/client';
import { engineApi } from '../api/engine-api';
import type { KeyItem } from '../api/types';

/** API keys. A new key is held only until its owner has put it away. */
export const useKeys = defineStore('keys', () => {
  const items = ref<readonly KeyItem[]>([]);
  const fresh = ref<{ readonly name: string; readonly key: string }>();
  const error = ref<string>();

  async function guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      error.value = undefined;
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  }

  const refresh = (): Promise<void> =>
    guarded(async () => {
      items.value = (await engineApi.keys()).items;
    });
  const create = (name: string): Promise<void> =>
    guarded(async () => {
      const made = await engineApi.createKey(name);
      fresh.value = { name, key: made.key };
      items.value = (await engineApi.keys()).items;
    });
  const revoke = (id: string): Promise<void> =>
    guarded(async () => {
      await engineApi.revokeKey(id);
      items.value = items.value.filter((item) => item.id !== id);
    });
  const forgetFresh = (): void => {
    fresh.value = undefined;
  };

  return { items, fresh, error, refresh, create, revoke, forgetFresh };
});
