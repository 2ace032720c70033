import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { sep } from 'node:path';
import { _electron } from '@playwright/test';
import { appEnvironment, type Desktop, type Launch } from './driver';

/** Data that the driver collects in the app's main process. */
interface Notes {
  openedExternal: string[];
  downloads: string[];
  focusCount: number;
}

/** Starts the app on real Electron. */
export async function launchOnElectron(executablePath: string, launch: Launch): Promise<Desktop> {
  mkdirSync(launch.userData, { recursive: true });
  const args = ['.', `--user-data-dir=${launch.userData}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const env = appEnvironment(launch) as Record<string, string>;
  const app = await _electron.launch({ executablePath, args, env });
  const exited = new Promise<number | null>((resolve) => app.process().on('exit', resolve));
  const page = await app.firstWindow();
  await app.evaluate(({ shell, BrowserWindow }) => {
    const notes: Notes = { openedExternal: [], downloads: [], focusCount: 0 };
    (globalThis as unknown as { notes: Notes }).notes = notes;
    shell.openExternal = async (address: string) => {
      notes.openedExternal.push(address);
    };
    const [window] = BrowserWindow.getAllWindows();
    const focus = window!.focus.bind(window);
    window!.focus = () => {
      notes.focusCount += 1;
      focus();
    };
  });
  const notes = () => app.evaluate(() => (globalThis as unknown as { notes: Notes }).notes);
  return {
    page,
    preferences: () =>
      app.evaluate(({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]!.webContents as unknown as {
          getLastWebPreferences(): Record<string, unknown>;
        };
        return contents.getLastWebPreferences();
      }),
    openedExternal: async () => (await notes()).openedExternal,
    enginePid: () =>
      app.evaluate(({ app: electron }) => {
        const engine = electron.getAppMetrics().find(({ name }) => name === 'Gleaner engine');
        return engine?.pid ?? 0;
      }),
    isPermitted: (permission) =>
      page.evaluate(async (name) => {
        const names: Record<string, string> = { media: 'camera', 'clipboard-sanitized-write': 'clipboard-write' };
        const status = await navigator.permissions.query({ name: (names[name] ?? name) as PermissionName });
        return status.state === 'granted';
      }, permission),
    isRefused: (name, url) =>
      app.evaluate(
        ({ BrowserWindow }, [event, address]) => {
          const contents = BrowserWindow.getAllWindows()[0]!.webContents;
          let refused = false;
          const occurrence = {
            url: address,
            preventDefault: () => {
              refused = true;
            },
          };
          const emitter = (event === 'will-download' ? contents.session : contents) as unknown as NodeJS.EventEmitter;
          emitter.emit(event!, occurrence, { getURL: () => address, once: () => undefined });
          return refused;
        },
        [name, url] as const,
      ),
    saveDownloadsTo: (folder) =>
      app.evaluate(({ BrowserWindow }, prefix) => {
        const { session } = BrowserWindow.getAllWindows()[0]!.webContents;
        session.on('will-download', (_event, item) => {
          const path = `${prefix}${item.getFilename()}`;
          item.setSavePath(path);
          item.once('done', (_, state) => {
            if (state === 'completed') (globalThis as unknown as { notes: Notes }).notes.downloads.push(path);
          });
        });
      }, `${folder}${sep}`),
    downloads: async () => (await notes()).downloads,
    startAgain: (...more) => {
      const again = spawn(executablePath, [...args, ...more], { env, stdio: 'ignore' });
      return new Promise((resolve) => again.on('exit', resolve));
    },
    focusCount: async () => (await notes()).focusCount,
    close: async () => {
      await app.close();
      return exited;
    },
    dispose: async () => {
      app.process().kill('SIGKILL');
      await exited;
    },
  };
}
