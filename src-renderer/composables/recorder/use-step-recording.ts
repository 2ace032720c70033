import { computed, ref } from 'vue';
import type { RecordedSteps, RecordInput } from '../../../core/common/api/recorded-step';
import { toApiError } from '../../api/client';
import { liveApi } from '../../api/live-api';
import { withRecorded } from '../../schema/recorded-actions';
import type { RecorderState } from './recorder-state';
import type { FactsOfSteps } from './step-facts';

/** Tool that adds a step for the element that the user selects next. */
export type PickTool = 'hover' | 'waitFor';

/** Records the user's actions on a live page as steps. */
export function useStepRecording({ live, actions, start, said }: RecorderState, { note, addPicture }: FactsOfSteps) {
  const recording = ref(false);
  const tool = ref<PickTool>();
  /** Number of inputs whose response is pending. */
  let queued = 0;
  /** Keys of the recorded steps in recording order. Needed because a later response can replace the last steps. */
  let recorded: readonly string[] = [];

  /** Sends an input to the page and adds the steps that the engine recorded. */
  async function act(id: string, input: RecordInput): Promise<void> {
    queued++;
    try {
      take(await liveApi.record(id, input));
    } catch (thrown) {
      said.value = toApiError(thrown).message;
    } finally {
      queued--;
    }
    const last = actions.value.at(-1);
    if (queued === 0 && last) await addPicture(id, last.key);
  }

  function take({ steps, replaces, warning }: RecordedSteps): void {
    if (warning !== undefined || steps.length > 0) said.value = warning ?? '';
    if (steps.length === 0 && replaces === 0) return;
    const taken = withRecorded({ list: actions.value, recorded }, { steps, replaces });
    for (const [index, { key }] of taken.made.entries()) note(key, { element: steps[index]?.element });
    actions.value = taken.list;
    recorded = taken.recorded;
  }

  return {
    recording,
    tool,
    /** Sends an input to the page and records it. Undefined unless recording is on. */
    act: computed(() => (recording.value ? act : undefined)),
    /** Starts or stops recording. */
    record(on: boolean): void {
      recording.value = on;
      tool.value = undefined;
      said.value = '';
      if (on && actions.value.length === 0) start.value = live.value?.address ?? '';
    },
    /** Uses the selected element for the active tool. Returns false if no tool is active. */
    pick(node: number): boolean {
      const type = tool.value;
      const id = live.value?.id;
      if (!type || !id) return false;
      tool.value = undefined;
      void act(id, { type, node });
      return true;
    },
    /** Stops recording. Responses that arrive later do not replace the steps recorded so far. */
    reset(): void {
      recorded = [];
      recording.value = false;
    },
  };
}
