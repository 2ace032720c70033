import { onScopeDispose } from 'vue';
import { useRouter } from 'vue-router';
import { commandOf } from '../../../core/common/desktop/app-commands';
import type { DesktopRequest } from '../../../core/common/desktop/bridge';
import { useCommands } from '../../stores/commands';
import { useEngine } from '../../stores/engine';
import { useNotices } from '../../stores/notices';
import { useLinkedRun } from '../../stores/session';
import { t } from '../../texts/i18n';
import { notifyUpdate } from './check-for-update';

/** Shows the engine's notifications on the desktop or, in a plain browser, in the window. */
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
    // A notification about a job also appears in the window, with a button that opens the job.
    if (jobId)
      notices.say(text, 'bad', {
        label: t('shell.showJob'),
        run: () => router.push({ name: 'jobs', params: { id: jobId } }),
      });
    else if (!window.gleaner) notices.say(text, data.isWarning === true ? 'bad' : 'good');
  });
  onScopeDispose(stop);
}

type FileRequest = Extract<DesktopRequest, { kind: 'file' }>;

function notifySavedFile({ id, name, isWhole }: FileRequest): void {
  const show = { label: t('shell.showInFolder'), run: () => window.gleaner?.showFile(id) };
  if (isWhole) useNotices().say(t('shell.fileSaved', { name }), 'good', show);
  else useNotices().say(t('shell.fileIncomplete', { name }), 'bad');
}

/** Handles requests from the menu, the tray, links and desktop notifications. */
export function useDesktopRequests(): void {
  const commands = useCommands();
  const router = useRouter();
  const stop = window.gleaner?.onRequest((request) => {
    if (request.kind === 'command') void commands.run(commandOf(request.id));
    else if (request.kind === 'open') void router.push(request.path);
    else if (request.kind === 'run') useLinkedRun().name = request.name;
    else if (request.kind === 'file') notifySavedFile(request);
    else notifyUpdate(request);
  });
  onScopeDispose(() => stop?.());
}
