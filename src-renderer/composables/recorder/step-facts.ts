import { reactive } from 'vue';
import type { StepElement } from '../../../core/common/api/recorded-step';
import { liveApi } from '../../api/live-api';
import type { ChosenAction } from '../../schema/scrape-request';

/** Facts of a recorded step besides its action. */
export interface StepFacts {
  readonly element?: StepElement;
  /** Screenshot of the page after it, as a data URL. */
  readonly picture?: string;
  readonly state?: 'running' | 'done' | 'failed';
  /** Reason why it could not be repeated. */
  readonly error?: string;
  /** Selector that matches its element now. */
  readonly offer?: string;
}

/** Facts of the steps of a recorder, by the key of the step. */
export function stepFacts() {
  const facts = reactive<Record<string, StepFacts>>({});
  const note = (key: string, change: StepFacts): void => {
    facts[key] = { ...facts[key], ...change };
  };
  return {
    facts,
    /** Adds to the facts of a step. */
    note,
    /** Adds a screenshot of the page, if any, to the facts of a step. */
    async addPicture(id: string, key: string): Promise<void> {
      const shown = await liveApi.picture(id).catch(() => undefined);
      if (shown) note(key, { picture: `data:image/jpeg;base64,${shown.data}` });
    },
    /** Removes the facts of every step that is not in the list. */
    keepOnly(list: readonly ChosenAction[]): void {
      for (const key of Object.keys(facts)) if (!list.some((one) => one.key === key)) delete facts[key];
    },
  };
}

/** Facts of all steps of a recorder. */
export type FactsOfSteps = ReturnType<typeof stepFacts>;
