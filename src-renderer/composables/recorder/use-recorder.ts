import { computed, type Reactive, reactive, ref, shallowRef } from 'vue';
import type { RecordedSteps, RecordInput, StepElement } from '../../../core/common/api/recorded-step';
import { toApiError } from '../../api/client';
import { liveApi } from '../../api/live-api';
import { actionListEditor } from '../../schema/action-list-editor';
import { withRecorded } from '../../schema/recorded-actions';
import { actionToWire, type ChosenAction } from '../../schema/scrape-request';
import type { LiveState } from '../live/use-live-page';

/** What is known of a step besides its action. */
export interface StepFacts {
  readonly element?: StepElement;
  /** The page after it, as an address of its data. */
  readonly picture?: string;
  readonly state?: 'running' | 'done' | 'failed';
  /** Why it could not be done again. */
  readonly error?: string;
  /** A selector that finds its element now. */
  readonly offer?: string;
}

/** What the next choice of an element in the page is for. */
export type PickTool = 'hover' | 'waitFor';

/** Names of the secrets that actions type. */
const secretsOf = (list: readonly ChosenAction[]): readonly string[] =>
  list.flatMap(({ options }) => (typeof options.secret === 'string' ? [options.secret] : []));

/** Steps recorded in a live page: made by doing, changed by hand, done again. `used` are the steps that something has taken over. */
export function useRecorder(used: () => readonly ChosenAction[] = () => []) {
  const live = shallowRef<LiveState>();
  const actions = shallowRef<readonly ChosenAction[]>([]);
  const facts = reactive<Record<string, StepFacts>>({});
  const recording = ref(false);
  const tool = ref<PickTool>();
  /** Address the steps begin at. */
  const start = ref('');
  /** What a person should know: why something is no step, or could not be done. */
  const said = ref('');
  const running = ref(false);
  let queued = 0;
  let turn = 0;
  /** Keys of the recorded steps in the order they were recorded; later answers may replace the last ones. */
  let recorded: readonly string[] = [];

  const note = (key: string, change: StepFacts): void => {
    facts[key] = { ...facts[key], ...change };
  };

  function record(on: boolean): void {
    recording.value = on;
    tool.value = undefined;
    said.value = '';
    if (on && actions.value.length === 0) start.value = live.value?.address ?? '';
  }

  /** Does an input in the page and keeps the steps it makes. */
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
    if (queued === 0 && last) await picture(id, last.key);
  }

  function take({ steps, replaces, warning }: RecordedSteps): void {
    if (warning !== undefined || steps.length > 0) said.value = warning ?? '';
    if (steps.length === 0 && replaces === 0) return;
    const taken = withRecorded({ list: actions.value, recorded }, { steps, replaces });
    for (const [index, { key }] of taken.made.entries()) note(key, { element: steps[index]?.element });
    actions.value = taken.list;
    recorded = taken.recorded;
  }

  async function picture(id: string, key: string): Promise<void> {
    const shown = await liveApi.picture(id).catch(() => undefined);
    if (shown) note(key, { picture: `data:image/jpeg;base64,${shown.data}` });
  }

  /** Takes an element that was chosen in the page; false when it was chosen for something else. */
  function pick(node: number): boolean {
    const type = tool.value;
    const id = live.value?.id;
    if (!type || !id) return false;
    tool.value = undefined;
    void act(id, { type, node });
    return true;
  }

  /** Does one step; false when it failed. */
  async function perform(id: string, action: ChosenAction): Promise<boolean> {
    note(action.key, { state: 'running', error: undefined, offer: undefined });
    try {
      const { error, offer } = await liveApi.perform(id, actionToWire(action), facts[action.key]?.element);
      note(action.key, { state: error === undefined ? 'done' : 'failed', error, offer });
      await picture(id, action.key);
      return error === undefined;
    } catch (thrown) {
      note(action.key, { state: 'failed', error: toApiError(thrown).message });
      return false;
    }
  }

  async function inTurn(work: (id: string, mine: number) => Promise<unknown>): Promise<void> {
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

  const replay = (action: ChosenAction): Promise<void> => inTurn((id) => perform(id, action));

  /** Does the steps from the first address on, up to one of them; ends at one that fails. */
  const replayTo = (index: number): Promise<void> =>
    inTurn(async (id, mine) => {
      await liveApi.restart(id, start.value || (live.value?.address ?? ''));
      for (const action of actions.value.slice(0, index + 1)) if (mine !== turn || !(await perform(id, action))) return;
    });

  /** Secrets of removed steps go; one that cannot be removed now is listed in Settings. */
  function forget(before: readonly ChosenAction[], after: readonly ChosenAction[]): void {
    const id = live.value?.id;
    const kept = secretsOf([...after, ...used()]);
    const gone = secretsOf(before).filter((name) => !kept.includes(name));
    if (id && gone.length > 0) void liveApi.forget(id, gone).catch(() => undefined);
  }

  const editor = actionListEditor(
    () => actions.value,
    (list) => {
      forget(actions.value, list);
      actions.value = list;
      for (const key of Object.keys(facts)) if (!list.some((one) => one.key === key)) delete facts[key];
    },
  );
  /** Takes the selector that was offered in place of the one that failed. */
  function takeOffer(action: ChosenAction): void {
    const selector = facts[action.key]?.offer;
    if (selector === undefined) return;
    editor.setAction(action.key, { ...action.options, selector });
    note(action.key, { offer: undefined, error: undefined, state: undefined });
  }
  /** Begins with the steps of a request. */
  function begin(list: readonly ChosenAction[], address: string): void {
    turn++;
    recorded = [];
    actions.value = list;
    for (const key of Object.keys(facts)) delete facts[key];
    start.value = address;
    recording.value = false;
    said.value = '';
  }

  return {
    ...editor,
    /** What the list of actions shows. */
    form: reactive({ actions }),
    facts,
    recording,
    tool,
    start,
    said,
    running,
    /** True while the next click chooses an element for the tool. */
    picking: computed(() => tool.value !== undefined),
    hasPage: computed(() => live.value?.state === 'live'),
    record,
    /** What does and keeps the input of the page, while it is recorded. */
    act: computed(() => (recording.value ? act : undefined)),
    pick,
    replay,
    replayTo,
    takeOffer,
    begin,
    see: (state: LiveState): void => {
      live.value = state;
    },
    stop: (): void => {
      turn++;
    },
    wire: computed(() => actions.value.map(actionToWire)),
  };
}

/** A recorder, made reactive by the component that owns it. */
export type Recorder = Reactive<ReturnType<typeof useRecorder>>;
