import { onScopeDispose } from 'vue';
import { useRouter } from 'vue-router';
import { useEngine } from '../stores/engine';
import { useNotices } from '../stores/notices';
import { t } from '../texts/i18n';

/** Shows what the engine wants the person to know: on the desktop where there is one, else at the edge of the window. */
export function useDesktopNotices(): void {
  const notices = useNotices();
  const router = useRouter();
  const stop = useEngine().listen(({ type, jobId, data }) => {
    if (type !== 'notice') return;
    const title = String(data.title ?? '');
    const body = String(data.body ?? '');
    if (window.gleaner) void window.gleaner.notify({ title, body });
    const text = body ? `${title} – ${body}` : title;
    if (jobId && router.currentRoute.value.params.id === jobId) return;
    // What a job needs is said in the window, too: there it can be done.
    if (jobId)
      notices.say(text, 'bad', {
        label: t('shell.showTheJob'),
        run: () => router.push({ name: 'jobs', params: { id: jobId } }),
      });
    else if (!window.gleaner) notices.say(text);
  });
  onScopeDispose(stop);
}
