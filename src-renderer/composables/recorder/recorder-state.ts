import { ref, shallowRef } from 'vue';
import type { ChosenAction } from '../../schema/scrape-request';
import type { LiveState } from '../live/use-live-page';

/** Creates the state shared by the parts of a recorder. */
export function recorderState() {
  return {
    live: shallowRef<LiveState>(),
    actions: shallowRef<readonly ChosenAction[]>([]),
    /** URL of the page where the steps start. */
    start: ref(''),
    /** Message that explains why an input failed or was not recorded. */
    said: ref(''),
  };
}

/** Type of the state shared by the parts of a recorder. */
export type RecorderState = ReturnType<typeof recorderState>;
