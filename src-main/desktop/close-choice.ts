import type { DesktopSettings } from '../../core/common/desktop/desktop-settings';

/** Action on closing the window. */
export type CloseChoice = 'close' | 'hide' | 'ask';

/** Facts that decide what closing does. */
export interface CloseFacts {
  readonly runningJobs: number;
  readonly whenClosed: DesktopSettings['whenClosed'];
  /** True when there is a tray, without which a hidden window could not be reopened. */
  readonly hasTray: boolean;
}

/** Decides what closing the window does; without running jobs it always closes. */
export function closeChoice({ runningJobs, whenClosed, hasTray }: CloseFacts): CloseChoice {
  if (runningJobs === 0 || whenClosed === 'quit') return 'close';
  if (whenClosed === 'tray' && hasTray) return 'hide';
  return 'ask';
}
