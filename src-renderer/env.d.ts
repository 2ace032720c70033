import type { Bridge } from '../core/common/desktop/bridge';

declare global {
  interface Window {
    /** Only present in the desktop app. */
    readonly gleaner?: Bridge;
  }
}
