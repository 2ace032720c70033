import type { NewerVersion } from '../../../core/common/desktop/bridge';
import { useNotices } from '../../stores/notices';
import { t } from '../../texts/i18n';
import { openLink } from '../base/use-open-link';

/** Tells of a newer version; its page is opened only when the person says so. */
export function tellOfUpdate({ version, url }: NewerVersion): void {
  const open = { label: t('shell.openReleasePage'), run: () => openLink(url) };
  useNotices().say(t('shell.updateAvailable', { version }), 'good', open);
}

/** Asks for a newer version, and says what came of it. */
export async function checkForUpdate(): Promise<void> {
  try {
    const found = await window.gleaner?.checkForUpdate();
    if (found) tellOfUpdate(found);
    else useNotices().say(t('shell.upToDate'));
  } catch (thrown) {
    useNotices().say(bridgeSentence(thrown), 'bad');
  }
}

/** The sentence of an error that came over the bridge, without what Electron puts in front of it. */
export const bridgeSentence = (thrown: unknown): string =>
  String(thrown instanceof Error ? thrown.message : thrown).replace(
    /^Error invoking remote method '[^']*': (\w*Error: )?/,
    '',
  );
