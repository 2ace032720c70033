import { ref } from 'vue';
import { toApiError } from '../../api/client';
import { liveApi } from '../../api/live-api';
import { actionToWire, type ChosenAction } from '../../schema/scrape-request';
import type { RecorderState } from './recorder-state';
import type { FactsOfSteps } from './step-facts';

/** Replays recorded steps on the live page. */
export function useStepReplay(
  { live, actions, start, said }: RecorderState,
  { facts, note, addPicture }: FactsOfSteps,
) {
  const running = ref(false);
  let turn = 0;

  /** Replays one step. Returns false if the step failed. */
  async function perform(id: string, action: ChosenAction): Promise<boolean> {
    note(action.key, { state: 'running', error: undefined, offer: undefined });
    try {
      const { error, offer } = await liveApi.perform(id, actionToWire(action), facts[action.key]?.element);
      note(action.key, { state: error === undefined ? 'done' : 'failed', error, offer });
      await addPicture(id, action.key);
      return error === undefined;
    } catch (thrown) {
      note(action.key, { state: 'failed', error: toApiError(thrown).message });
      return false;
    }
  }

  /** Runs one replay at a time. Ignores calls during a replay. */
  async function alone(work: (id: string, mine: number) => Promise<unknown>): Promise<void> {
    const id = live.value?.id;
    if (!id || running.value) return;
    running.value = true;
    try {
      await work(id, ++turn);
    } catch (thrown) {
      said.value = toApiError(thrown).message;
    } finally {
      running.value = false;
    }
  }

  return {
    running,
    replay: (action: ChosenAction): Promise<void> => alone((id) => perform(id, action)),
    /** Replays the steps from the start URL up to the given step. Stops if a step fails. */
    replayTo: (index: number): Promise<void> =>
      alone(async (id, mine) => {
        await liveApi.restart(id, start.value || (live.value?.address ?? ''));
        for (const action of actions.value.slice(0, index + 1))
          if (mine !== turn || !(await perform(id, action))) return;
      }),
    /** Stops the replay after the current step. */
    stop: (): void => {
      turn++;
    },
  };
}
