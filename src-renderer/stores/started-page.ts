import { defineStore } from 'pinia';
import { liveApi } from '../api/live-api';

/** Live page opened in Start. The table builder takes it over, so that the page does not load again. */
interface StartedPage {
  /** ID of the live page. */
  readonly id: string;
  /** URL with which the page was opened. */
  readonly url: string;
  /** Mirror ID of a value in the list that the user has chosen. */
  readonly pick?: number;
}

/** Passes an open page from Start to the table builder, together with the list chosen on that page. */
export const useStartedPage = defineStore('started-page', () => {
  let page: StartedPage | undefined;
  let pick: StartedPage['pick'];

  return {
    offer: (started: StartedPage): void => {
      page = started;
      pick = started.pick;
    },
    /** Returns the state of the open page if it has this URL and still exists. Each open page is returned only once. */
    async take(url: string): Promise<Awaited<ReturnType<typeof liveApi.facts>> | undefined> {
      const started = page;
      page = undefined;
      const facts = started?.url === url ? await liveApi.facts(started.id).catch(() => undefined) : undefined;
      // A reopened page has different element IDs, so the picked element is dropped.
      if (!facts) pick = undefined;
      return facts;
    },
    /** Returns the value to pick on the page that was taken over. Returns it only once. */
    takePick(): StartedPage['pick'] {
      const chosen = pick;
      pick = undefined;
      return chosen;
    },
  };
});
