import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is needed to be opened at login. */
export interface LoginPlaces {
  readonly platform: NodeJS.Platform;
  /** The program that is started. */
  readonly program: string;
  /** Folder of the user's configuration, on Linux. */
  readonly configDir: string;
  /** Electron's own way, for macOS and Windows. */
  readonly setLoginItem: (openAtLogin: boolean) => void;
}

/** Makes the system open the app at login, or no longer. */
export function setOpenAtLogin(
  openAtLogin: boolean,
  { platform, program, configDir, setLoginItem }: LoginPlaces,
): void {
  if (platform !== 'linux') {
    setLoginItem(openAtLogin);
    return;
  }
  const folder = join(configDir, 'autostart');
  const file = join(folder, 'gleaner.desktop');
  if (!openAtLogin) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `[Desktop Entry]\nType=Application\nName=Gleaner\nExec=${quoted(program)}\n`);
}

/** A program's path as the Exec line of a desktop entry takes it. */
const quoted = (path: string): string =>
  `"${path
    .replace(/["`$\\]/g, (mark) => `\\${mark}`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;
