import { computed, onMounted, ref, watch } from 'vue';
import type { StorageState } from '../../../core/common/api/workspace-answers';
import { toApiError } from '../../api/client';
import { storageApi } from '../../api/storage-api';
import { useEngine } from '../../stores/engine';
import { useNotices } from '../../stores/notices';
import { t, tCount } from '../../texts/i18n';

/** Size of the data folder, and actions that clear the cache or delete the data that a restore has replaced. */
export function useStorage() {
  const notices = useNotices();
  const engine = useEngine();
  const state = ref<StorageState>();
  const error = ref<string>();
  const previousBytes = computed(() => state.value?.previous.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0);
  const total = computed(() => state.value?.uses.reduce((sum, { bytes }) => sum + bytes, previousBytes.value) ?? 0);

  async function load(): Promise<void> {
    try {
      [state.value, error.value] = [await storageApi.state(), undefined];
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  }
  async function clearCache(): Promise<void> {
    try {
      const { removed } = await storageApi.clearCache();
      notices.say(tCount('settings.cacheCleared', removed));
    } catch (thrown) {
      notices.say(toApiError(thrown).message, 'bad');
    }
    await load();
  }
  async function removePrevious(): Promise<void> {
    try {
      await storageApi.removePrevious();
      notices.say(t('settings.previousDeleted'));
    } catch (thrown) {
      notices.say(toApiError(thrown).message, 'bad');
    }
    await load();
  }
  onMounted(load);
  watch(() => engine.epoch, load);
  return { state, total, previousBytes, error, load, clearCache, removePrevious };
}
