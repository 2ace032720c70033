import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import { toApiError } from '../api/client';
import type { JobSchemas } from '../api/job-types';
import { jobsApi } from '../api/jobs-api';

/** What long jobs can be asked for; read once, again after a reconnect. */
export const useJobSchemas = defineStore('job-schemas', () => {
  const schemas = shallowRef<JobSchemas>();
  const error = shallowRef<string>();

  async function load(): Promise<void> {
    try {
      schemas.value = await jobsApi.schemas();
      error.value = undefined;
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  }

  return { schemas, error, load };
});
