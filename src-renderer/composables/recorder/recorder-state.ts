import { ref, shallowRef } from 'vue';
import type { ChosenAction } from '../../schema/scrape-request';
import type { LiveState } from '../live/use-live-page';

/** Creates the state that the parts of a recorder share. */
export function recorderState() {
  return {
    live: shallowRef<LiveState>(),
    actions: shallowRef<readonly ChosenAction[]>([]),
    /** URL of the page on which the steps start. */
    start: ref(''),
    /** Message explaining why an input failed or was not recorded. */
    said: ref(''),
  };
}

/** State shared by the parts of the recorder. */
export type RecorderState = ReturnType<typeof recorderState>;
