import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { BrowserWindow, IpcMain, IpcMainInvokeEvent } from 'electron';
import { z } from 'zod';
import { viewPath } from '../../core/common/desktop/app-commands';
import type { DesktopNotice, DesktopSettingsAnswer, NewerVersion, RunningJob } from '../../core/common/desktop/bridge';
import { type Language, languages } from '../../core/common/values/language';
import { channels } from './bridge-channels';
import { externalAddress, isEngineUrl } from './navigation-policy';

const fileToSave = z.object({
  name: z.string().min(1).max(255),
  mediaType: z.string().max(255),
  content: z.instanceof(Uint8Array),
});
const desktopNotice = z.object({
  title: z.string().max(200),
  body: z.string().max(2000),
  path: z.string().refine(viewPath, 'is not a view').optional(),
  isJobEnd: z.boolean().optional(),
});
const runningJobs = z.array(z.object({ id: z.uuid(), label: z.string().max(10_000), done: z.int().min(0) })).max(200);
const fileId = z.int().min(1);

/**
 * System functions that the handlers call. These functions are passed in, so that the handlers do not depend on
 * Electron.
 */
export interface BridgeCommands {
  readonly appVersion: () => string;
  readonly openExternal: (address: string) => Promise<void>;
  readonly openDataFolder: () => Promise<void>;
  /** Asks the user where to save a file. Resolves to undefined if the user cancels. */
  readonly askWhereToSave: (name: string) => Promise<string | undefined>;
  /** Called after a file has been written. */
  readonly saved: (path: string) => void;
  readonly showFile: (id: number) => void;
  readonly notify: (notice: DesktopNotice) => void;
  readonly showJobs: (jobs: readonly RunningJob[]) => void;
  readonly settings: () => DesktopSettingsAnswer;
  readonly setLanguage: (language: Language) => void;
  /** Applies changes to the settings. Throws an error with a message for the user if a setting is invalid. */
  readonly changeSettings: (changes: unknown) => void;
  readonly checkForUpdate: () => Promise<NewerVersion | undefined>;
}

/** The app's window and the engine's URL. Only the engine's page in this window may call the handlers. */
export interface BridgeAudience {
  readonly window: () => BrowserWindow | undefined;
  readonly engineUrl: () => string | undefined;
}

/**
 * Handles calls from the preload bridge. Accepts only calls from the engine's page in the main frame of the app's
 * window.
 */
export function handleBridge(ipc: Pick<IpcMain, 'handle'>, commands: BridgeCommands, audience: BridgeAudience): void {
  const answer = (channel: string, run: (argument: unknown) => unknown): void => {
    ipc.handle(channel, (event, argument: unknown) => {
      if (!isOurs(event, audience)) throw new Error('This page may not use the desktop bridge.');
      return run(argument);
    });
  };
  answer(channels.appVersion, () => commands.appVersion());
  answer(channels.openDataFolder, () => commands.openDataFolder());
  answer(channels.openExternal, async (argument) => {
    const address = externalAddress(argument);
    if (!address) throw new Error('Only http and https URLs without a user name, and e-mail addresses, can be opened.');
    await commands.openExternal(address);
  });
  answer(channels.notify, (argument) => commands.notify(desktopNotice.parse(argument)));
  answer(channels.showJobs, (argument) => commands.showJobs(runningJobs.parse(argument)));
  answer(channels.showFile, (argument) => commands.showFile(fileId.parse(argument)));
  answer(channels.settings, () => commands.settings());
  answer(channels.setLanguage, (argument) => commands.setLanguage(z.enum(languages).parse(argument)));
  answer(channels.changeSettings, (argument) => commands.changeSettings(argument));
  answer(channels.checkForUpdate, () => commands.checkForUpdate());
  answer(channels.saveFile, (argument) => saveFile(fileToSave.parse(argument), commands));
}

async function saveFile({ name, content }: z.output<typeof fileToSave>, commands: BridgeCommands): Promise<boolean> {
  const path = await commands.askWhereToSave(basename(name));
  if (path === undefined) return false;
  await writeFile(path, content);
  commands.saved(path);
  return true;
}

function isOurs({ sender, senderFrame }: IpcMainInvokeEvent, { window, engineUrl }: BridgeAudience): boolean {
  const ours = window();
  if (!ours || ours.isDestroyed() || sender !== ours.webContents) return false;
  return senderFrame !== null && senderFrame.parent === null && isEngineUrl(senderFrame.url, engineUrl());
}
