import { ref } from 'vue';
import type { ModelTestReport, TestReport } from '../../../core/common/api/workspace-answers';
import { toApiError } from '../../api/client';
import { engineApi, type TestedKind } from '../../api/engine-api';

/** Runs a plugin test and provides the last result. `running` is true during the test. */
export function usePluginTest() {
  const running = ref(false);
  const report = ref<TestReport & Partial<ModelTestReport>>();

  async function run(kind: TestedKind, id: string, config: Readonly<Record<string, unknown>>): Promise<void> {
    [running.value, report.value] = [true, undefined];
    try {
      report.value = await engineApi.testPlugin(kind, id, config);
    } catch (thrown) {
      report.value = { ok: false, message: toApiError(thrown).message, durationMs: 0 };
    } finally {
      running.value = false;
    }
  }
  return { running, report, run };
}
