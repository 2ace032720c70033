import { computed, onMounted, onScopeDispose, ref, shallowRef } from 'vue';
import type { FleetNode } from '../../../core/common/fleet-node';
import { toApiError } from '../../api/client';
import { workersApi } from '../../api/workers-api';

const readAgainMs = 2000;

/** Processes that share the database. The list is reloaded periodically while it is visible. */
export function useWorkers() {
  const items = shallowRef<readonly FleetNode[]>();
  const error = ref<string>();
  /** Time of the last load, in Unix milliseconds. */
  const readAt = ref(0);
  /** True if at least one reachable process can run jobs. */
  const isRead = computed(() => items.value?.some(({ role, isLost }) => role !== 'api' && !isLost) ?? true);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  async function load(): Promise<void> {
    clearTimeout(timer);
    try {
      const { items: found } = await workersApi.list();
      [items.value, error.value, readAt.value] = [found, undefined, Date.now()];
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
    if (!ended) timer = setTimeout(load, readAgainMs);
  }

  onMounted(load);
  onScopeDispose(() => {
    ended = true;
    clearTimeout(timer);
  });
  return { items, isRead, readAt, error, load };
}
