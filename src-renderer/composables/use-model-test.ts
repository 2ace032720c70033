import { ref } from 'vue';
import type { ModelTestReport } from '../../core/common/language-model';
import { toApiError } from '../api/client';
import { engineApi } from '../api/engine-api';

/** The test of a model: whether one runs, and what came of the last. */
export function useModelTest() {
  const running = ref(false);
  const report = ref<ModelTestReport>();

  async function run(id: string, config: Readonly<Record<string, unknown>>): Promise<void> {
    [running.value, report.value] = [true, undefined];
    try {
      report.value = await engineApi.testModel(id, config);
    } catch (thrown) {
      report.value = { ok: false, message: toApiError(thrown).message, models: [], durationMs: 0 };
    } finally {
      running.value = false;
    }
  }
  return { running, report, run };
}
