import { onScopeDispose } from 'vue';
import { useEngine } from '../stores/engine';
import { useNotices } from '../stores/notices';

/** Shows what the engine wants the person to know: on the desktop where there is one, else at the edge of the window. */
export function useDesktopNotices(): void {
  const notices = useNotices();
  const stop = useEngine().listen(({ type, data }) => {
    if (type !== 'notice') return;
    const title = String(data.title ?? '');
    const body = String(data.body ?? '');
    if (window.gleaner) void window.gleaner.notify({ title, body });
    else notices.say(body ? `${title} – ${body}` : title);
  });
  onScopeDispose(stop);
}
