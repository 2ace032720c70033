import { defineStore } from 'pinia';
import { ref } from 'vue';
import { engineApi } from '../api/engine-api';
import type { KeyItem } from '../api/types';
import { useLastError } from '../composables/base/use-failures';

/** API keys. The plain text of a new key is stored only until the user dismisses it. */
export const useKeys = defineStore('keys', () => {
  const items = ref<readonly KeyItem[]>([]);
  const fresh = ref<{ readonly name: string; readonly key: string }>();
  const { error, attempt } = useLastError();

  const refresh = (): Promise<void> =>
    attempt(async () => {
      items.value = (await engineApi.keys()).items;
    });
  const create = (name: string): Promise<void> =>
    attempt(async () => {
      const made = await engineApi.createKey(name);
      fresh.value = { name, key: made.key };
      items.value = (await engineApi.keys()).items;
    });
  const revoke = (id: string): Promise<void> =>
    attempt(async () => {
      await engineApi.revokeKey(id);
      items.value = items.value.filter((item) => item.id !== id);
    });
  const forgetFresh = (): void => {
    fresh.value = undefined;
  };

  return { items, fresh, error, refresh, create, revoke, forgetFresh };
});
