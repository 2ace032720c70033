import { ref, shallowRef } from 'vue';
import type { ChosenAction } from '../../schema/scrape-request';
import type { LiveState } from '../live/use-live-page';

/** State that the parts of a recorder share. */
export function recorderState() {
  return {
    live: shallowRef<LiveState>(),
    actions: shallowRef<readonly ChosenAction[]>([]),
    /** URL where the steps start. */
    start: ref(''),
    /** Message for the user: why an input was not recorded, or failed. */
    said: ref(''),
  };
}

/** Shared state of a recorder. */
export type RecorderState = ReturnType<typeof recorderState>;
