import type { NewerVersion } from '../../../core/common/desktop/bridge';
import { useNotices } from '../../stores/notices';
import { t } from '../../texts/i18n';
import { openLink } from '../base/use-open-link';

/** Shows a notice about a newer version, with a button that opens the version's web page. */
export function notifyUpdate({ version, url }: NewerVersion): void {
  const open = { label: t('shell.openReleasePage'), run: () => openLink(url) };
  useNotices().say(t('shell.updateAvailable', { version }), 'good', open);
}

/** Checks for a newer version and shows the result. */
export async function checkForUpdate(): Promise<void> {
  try {
    const found = await window.gleaner?.checkForUpdate();
    if (found) notifyUpdate(found);
    else useNotices().say(t('shell.upToDate'));
  } catch (thrown) {
    useNotices().say(bridgeSentence(thrown), 'bad');
  }
}

/** Returns a bridge error's message without the prefix that Electron adds. */
export const bridgeSentence = (thrown: unknown): string =>
  String(thrown instanceof Error ? thrown.message : thrown).replace(
    /^Error invoking remote method '[^']*': (\w*Error: )?/,
    '',
  );
