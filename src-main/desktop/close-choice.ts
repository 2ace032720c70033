import type { DesktopSettings } from '../../core/common/desktop/desktop-settings';

/** Effect of closing the window. */
export type CloseChoice = 'close' | 'hide' | 'ask';

/** Facts that determine what closing the window does. */
export interface CloseFacts {
  readonly runningJobs: number;
  readonly whenClosed: DesktopSettings['whenClosed'];
  /** True when there is a tray. Without a tray, a hidden window could not be reopened. */
  readonly hasTray: boolean;
}

/** Decides what happens when the window is closed. If no jobs are running, it always closes. */
export function closeChoice({ runningJobs, whenClosed, hasTray }: CloseFacts): CloseChoice {
  if (runningJobs === 0 || whenClosed === 'quit') return 'close';
  if (whenClosed === 'tray' && hasTray) return 'hide';
  return 'ask';
}
