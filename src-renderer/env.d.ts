import type { Bridge } from '../core/common/desktop/bridge';

declare global {
  interface Window {
    /** Present in the desktop window only. */
    readonly gleaner?: Bridge;
  }
}
