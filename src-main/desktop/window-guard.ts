import type { Session, WebContents } from 'electron';
import { externalAddress, isOfEngine } from './navigation-policy';

/** What the guard needs to know and to do. */
export interface GuardOptions {
  /** Address of the engine, once it is known. */
  readonly engineUrl: () => string | undefined;
  /** Opens an address, already checked, in the user's browser. */
  readonly openExternal: (address: string) => void;
  /** Called with the place of a download that has arrived whole, or broke off. */
  readonly downloaded: (path: string, isWhole: boolean) => void;
}

/** Copying to the clipboard is the only thing a page of ours may ask for; it needs a click anyway. */
const copying = 'clipboard-sanitized-write';

/** Locks a window's page to the engine: no foreign navigation, no new windows, no embedded browsers. */
export function guardContents(
  contents: WebContents,
  { engineUrl, openExternal }: Pick<GuardOptions, 'engineUrl' | 'openExternal'>,
): void {
  const refuseForeign = (event: { readonly url: string; preventDefault(): void }): boolean => {
    const foreign = !isOfEngine(event.url, engineUrl());
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

/** Denies everything a page may ask the system for, except that our own page may copy; and foreign downloads. */
export function guardSession(
  session: Session,
  { engineUrl, downloaded }: Pick<GuardOptions, 'engineUrl' | 'downloaded'>,
): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) => {
    answer(permission === copying && isOfEngine(requestingUrl, engineUrl()));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === copying && isOfEngine(origin, engineUrl()),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    const address = item.getURL().replace(/^blob:/, '');
    if (!isOfEngine(address, engineUrl())) {
      event.preventDefault();
      return;
    }
    // Electron asks for the place; a file that the user did not want is not spoken of.
    item.once('done', (_, state) => {
      if (state !== 'cancelled') downloaded(item.getSavePath(), state === 'completed');
    });
  });
}
