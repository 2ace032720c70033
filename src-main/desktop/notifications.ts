import { Notification } from 'electron';
import type { DesktopNotice } from '../../core/common/desktop/bridge';

/** Maximum number of notifications held in memory until the user clicks or closes them. */
const maxWaiting = 50;
/** References that prevent notifications from being garbage-collected before they are clicked. */
const shown = new Set<Notification>();

/**
 * Shows a notification. Calls `clicked` when the user clicks it. Does nothing if the system does not support
 * notifications.
 */
export function showNotification({ title, body }: DesktopNotice, icon: string, clicked: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body, icon });
  notification.on('click', () => {
    shown.delete(notification);
    clicked();
  });
  notification.on('close', () => shown.delete(notification));
  shown.add(notification);
  const [oldest] = shown;
  if (shown.size > maxWaiting && oldest) shown.delete(oldest);
  notification.show();
}
