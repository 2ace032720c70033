import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import { toApiError } from '../api/client';
import { engineApi } from '../api/engine-api';
import type { ScrapeSchema } from '../api/types';
import { groupOptions } from '../schema/option-groups';

/** Schemas for a scrape request. They are loaded once, and again after a reconnect. */
export const useScrapeSchema = defineStore('scrape-schema', () => {
  const schema = ref<ScrapeSchema>();
  const error = ref<string>();
  const groups = computed(() => (schema.value ? groupOptions(schema.value.scrape) : []));

  async function load(): Promise<void> {
    try {
      schema.value = await engineApi.schema();
      error.value = undefined;
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  }

  return { schema, error, groups, load };
});
