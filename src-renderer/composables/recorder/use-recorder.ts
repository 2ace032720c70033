import { computed, type Reactive, reactive } from 'vue';
import { liveApi } from '../../api/live-api';
import { actionListEditor } from '../../schema/action-list-editor';
import { actionToWire, type ChosenAction } from '../../schema/scrape-request';
import type { LiveState } from '../live/use-live-page';
import { recorderState } from './recorder-state';
import { stepFacts } from './step-facts';
import { unusedSecrets } from './unused-secrets';
import { useStepRecording } from './use-step-recording';
import { useStepReplay } from './use-step-replay';

/** Records, edits and replays steps on a live page. `used` returns the steps that the table already uses. */
export function useRecorder(used: () => readonly ChosenAction[] = () => []) {
  const state = recorderState();
  const { live, actions, start, said } = state;
  const known = stepFacts();
  const { reset, ...recording } = useStepRecording(state, known);
  const replay = useStepReplay(state, known);

  /** Deletes secrets that only the removed steps used. A secret that cannot be deleted remains listed in Settings. */
  function forget(before: readonly ChosenAction[], after: readonly ChosenAction[]): void {
    const id = live.value?.id;
    const gone = unusedSecrets(before, [...after, ...used()]);
    if (id && gone.length > 0) void liveApi.forget(id, gone).catch(() => undefined);
  }

  const editor = actionListEditor(
    () => actions.value,
    (list) => {
      forget(actions.value, list);
      actions.value = list;
      known.keepOnly(list);
    },
  );

  /** Uses the suggested selector instead of the selector that failed. */
  function takeOffer(action: ChosenAction): void {
    const selector = known.facts[action.key]?.offer;
    if (selector === undefined) return;
    editor.setAction(action.key, { ...action.options, selector });
    known.note(action.key, { offer: undefined, error: undefined, state: undefined });
  }

  /** Replaces the recorded steps with the steps from a request. */
  function begin(list: readonly ChosenAction[], address: string): void {
    replay.stop();
    reset();
    known.keepOnly([]);
    [actions.value, start.value, said.value] = [list, address, ''];
  }

  return {
    ...editor,
    ...recording,
    ...replay,
    ...{ facts: known.facts, start, said, takeOffer, begin },
    /** Recorded actions, as form values. */
    form: reactive({ actions }),
    /** True while the next click selects an element for the active tool. */
    picking: computed(() => recording.tool.value !== undefined),
    hasPage: computed(() => live.value?.state === 'live'),
    see: (page: LiveState): void => {
      live.value = page;
    },
    wire: computed(() => actions.value.map(actionToWire)),
  };
}

/** A recorder that its component has made reactive. */
export type Recorder = Reactive<ReturnType<typeof useRecorder>>;
