import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import { readRunOptions } from '../core/platform/settings/settings';
import { linkScheme } from './desktop/deep-link';
import { DesktopApp } from './desktop/desktop-app';
import { EngineSupervisor } from './engine/engine-supervisor';
import { utilityProcessForker } from './engine/utility-process-forker';

const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

app.enableSandbox();
if (app.requestSingleInstanceLock()) {
  // Registers the URL scheme only for a packaged app. In a checkout, links would start Electron without the app.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  const earlyLinks: string[] = [];
  const keepLink = (event: { preventDefault(): void }, link: string): void => {
    event.preventDefault();
    earlyLinks.push(link);
  };
  // On macOS, a link can start the app. The event for this link fires before the app is ready.
  app.on('open-url', keepLink);
  // Avoids top-level await, because Electron does not become ready until this module has run.
  void app.whenReady().then(() => {
    app.off('open-url', keepLink);
    const supervisor = new EngineSupervisor(utilityProcessForker(place('./engine.js')));
    new DesktopApp(supervisor, {
      preload: place('../preload/index.cjs'),
      icon: join(app.getAppPath(), 'resources', 'icon.png'),
      dataDir: readRunOptions().dataDir,
    }).run([...process.argv, ...earlyLinks]);
  });
} else {
  // Another instance is already running. Electron notifies it, so that it brings its window to the front.
  app.quit();
}
