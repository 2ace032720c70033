import { reactive } from 'vue';
import type { StepElement } from '../../../core/common/api/recorded-step';
import { liveApi } from '../../api/live-api';
import type { ChosenAction } from '../../schema/scrape-request';

/** Information about a recorded step, in addition to its action. */
export interface StepFacts {
  readonly element?: StepElement;
  /** Screenshot of the page after the step, as a data URL. */
  readonly picture?: string;
  readonly state?: 'running' | 'done' | 'failed';
  /** Reason why replaying the step failed. */
  readonly error?: string;
  /** Suggested selector that matches the step's element on the current page. */
  readonly offer?: string;
}

/** Information about a recorder's steps, keyed by step. */
export function stepFacts() {
  const facts = reactive<Record<string, StepFacts>>({});
  const note = (key: string, change: StepFacts): void => {
    facts[key] = { ...facts[key], ...change };
  };
  return {
    facts,
    /** Merges new information about a step. */
    note,
    /** Requests a screenshot of the page and adds it to a step. Does nothing if the request fails. */
    async addPicture(id: string, key: string): Promise<void> {
      const shown = await liveApi.picture(id).catch(() => undefined);
      if (shown) note(key, { picture: `data:image/jpeg;base64,${shown.data}` });
    },
    /** Removes the information about steps that are not in the list. */
    keepOnly(list: readonly ChosenAction[]): void {
      for (const key of Object.keys(facts)) if (!list.some((one) => one.key === key)) delete facts[key];
    },
  };
}

/** Information about all steps of a recorder. */
export type FactsOfSteps = ReturnType<typeof stepFacts>;
