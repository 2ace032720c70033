import type { Bridge } from '../core/common/desktop/bridge';

declare global {
  interface Window {
    /** Bridge to the main process. Present only in the desktop app. */
    readonly gleaner?: Bridge;
  }
}
