import { defineStore } from 'pinia';
import { liveApi } from '../api/live-api';

/**
 * Live page that was opened in the Start view. The table builder takes it over, so that the page is not loaded twice.
 */
interface StartedPage {
  /** ID of the live page. */
  readonly id: string;
  /** URL used to open the page. */
  readonly url: string;
  /** Mirror ID of a value in the list that the user chose. The table builder picks this value. */
  readonly pick?: number;
}

/** Passes an open page, and the list chosen on it, from the Start view to the table builder. */
export const useStartedPage = defineStore('started-page', () => {
  let page: StartedPage | undefined;
  let pick: StartedPage['pick'];

  return {
    offer: (started: StartedPage): void => {
      page = started;
      pick = started.pick;
    },
    /**
     * Returns the state of the open page if it was opened with this URL and still exists. Each page can be taken only
     * once.
     */
    async take(url: string): Promise<Awaited<ReturnType<typeof liveApi.facts>> | undefined> {
      const started = page;
      page = undefined;
      const facts = started?.url === url ? await liveApi.facts(started.id).catch(() => undefined) : undefined;
      // Element IDs change when a page is reopened, so the picked element is dropped.
      if (!facts) pick = undefined;
      return facts;
    },
    /** Returns the value to pick on the page that was taken over. The value is returned only once. */
    takePick(): StartedPage['pick'] {
      const chosen = pick;
      pick = undefined;
      return chosen;
    },
  };
});
