import { onScopeDispose } from 'vue';
import { commandOf } from '../../core/common/app-commands';
import type { DesktopRequest } from '../../core/common/bridge';
import { router } from '../router';
import { useCommands } from '../stores/commands';
import { useLinkedRun } from '../stores/linked-run';
import { useNotices } from '../stores/notices';
import { t } from '../texts/i18n';
import { tellOfUpdate } from './check-for-update';

type FileRequest = Extract<DesktopRequest, { kind: 'file' }>;

function tellOfFile({ id, name, isWhole }: FileRequest): void {
  const show = { label: t('shell.showInFolder'), run: () => window.gleaner?.showFile(id) };
  if (isWhole) useNotices().say(t('shell.nameIsSaved', { name }), 'good', show);
  else useNotices().say(t('shell.nameCouldNotBeSavedIt', { name }), 'bad');
}

/** Does what the menu, the tray, links and notifications of the desktop ask for. */
export function useDesktopRequests(): void {
  const commands = useCommands();
  const stop = window.gleaner?.onRequest((request) => {
    if (request.kind === 'command') void commands.run(commandOf(request.id));
    else if (request.kind === 'open') void router.push(request.path);
    else if (request.kind === 'run') useLinkedRun().name = request.name;
    else if (request.kind === 'file') tellOfFile(request);
    else tellOfUpdate(request);
  });
  onScopeDispose(() => stop?.());
}
