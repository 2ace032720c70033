import type { Session, WebContents } from 'electron';
import { externalAddress, isEngineUrl } from './navigation-policy';

/** State and callbacks of the window guard. */
export interface GuardOptions {
  /** Returns the engine's URL. Undefined until the URL is known. */
  readonly engineUrl: () => string | undefined;
  /** Opens a validated URL in the default browser. */
  readonly openExternal: (address: string) => void;
  /** Called with the path of a completed or failed download. */
  readonly downloaded: (path: string, isWhole: boolean) => void;
}

/**
 * The only permission that the engine's page can obtain: writing to the clipboard. Browsers allow writing only after a
 * click.
 */
const copying = 'clipboard-sanitized-write';

/** Restricts a window to the engine's page. The page cannot navigate to other sites, open windows or embed webviews. */
export function guardContents(
  contents: WebContents,
  { engineUrl, openExternal }: Pick<GuardOptions, 'engineUrl' | 'openExternal'>,
): void {
  const refuseForeign = (event: { readonly url: string; preventDefault(): void }): boolean => {
    const foreign = !isEngineUrl(event.url, engineUrl());
    if (foreign) event.preventDefault();
    return foreign;
  };
  contents.on('will-navigate', (event) => {
    const external = refuseForeign(event) ? externalAddress(event.url) : undefined;
    if (external) openExternal(external);
  });
  contents.on('will-redirect', (event) => void refuseForeign(event));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const external = externalAddress(url);
    if (external) openExternal(external);
    return { action: 'deny' };
  });
}

/**
 * Denies all permissions, except writing to the clipboard for the engine's own page. Also denies downloads from other
 * sites.
 */
export function guardSession(
  session: Session,
  { engineUrl, downloaded }: Pick<GuardOptions, 'engineUrl' | 'downloaded'>,
): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) => {
    answer(permission === copying && isEngineUrl(requestingUrl, engineUrl()));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === copying && isEngineUrl(origin, engineUrl()),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    const address = item.getURL().replace(/^blob:/, '');
    if (!isEngineUrl(address, engineUrl())) {
      event.preventDefault();
      return;
    }
    // Electron asks the user for the path. A download that the user cancels is not reported.
    item.once('done', (_, state) => {
      if (state !== 'cancelled') downloaded(item.getSavePath(), state === 'completed');
    });
  });
}
