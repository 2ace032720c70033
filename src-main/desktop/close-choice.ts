import type { DesktopSettings } from '../../core/common/desktop/desktop-settings';

/** Action to take when the user closes the window. */
export type CloseChoice = 'close' | 'hide' | 'ask';

/** Facts that determine what happens when the user closes the window. */
export interface CloseFacts {
  readonly runningJobs: number;
  readonly whenClosed: DesktopSettings['whenClosed'];
  /** True if there is a tray. Without a tray, a hidden window could not be reopened. */
  readonly hasTray: boolean;
}

/** Returns the action to take when the user closes the window. If no jobs are running, the window always closes. */
export function closeChoice({ runningJobs, whenClosed, hasTray }: CloseFacts): CloseChoice {
  if (runningJobs === 0 || whenClosed === 'quit') return 'close';
  if (whenClosed === 'tray' && hasTray) return 'hide';
  return 'ask';
}
