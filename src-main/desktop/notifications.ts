import { Notification } from 'electron';
import type { DesktopNotice } from '../../core/common/desktop/bridge';

/** Most notifications that wait for a click. */
const mostWaiting = 50;
/** Held so that they are not collected before they are clicked. */
const shown = new Set<Notification>();

/** Shows a notification; a click on it is told. Does nothing where the system has none. */
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
  if (shown.size > mostWaiting && oldest) shown.delete(oldest);
  notification.show();
}
