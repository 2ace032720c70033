import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import { readRunOptions } from '../core/settings/settings';
import { DesktopApp } from './desktop-app';
import { EngineSupervisor } from './engine-supervisor';
import { utilityProcessForker } from './utility-process-forker';

const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

app.enableSandbox();
if (app.requestSingleInstanceLock()) {
  // No top-level await: Electron becomes ready only after this module has run to its end.
  void app.whenReady().then(() => {
    const supervisor = new EngineSupervisor(utilityProcessForker(place('./engine.js')));
    new DesktopApp(supervisor, {
      preload: place('../preload/index.cjs'),
      icon: join(app.getAppPath(), 'resources', 'icon.png'),
      dataDir: readRunOptions().dataDir,
    }).run();
  });
} else {
  // The first instance is told, and shows its window.
  app.quit();
}
