import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths and functions needed to open the app at login. */
export interface LoginPlaces {
  readonly platform: NodeJS.Platform;
  readonly program: string;
  /** The user's configuration directory on Linux. */
  readonly configDir: string;
  /** Electron function that enables or disables opening at login on macOS and Windows. */
  readonly setLoginItem: (openAtLogin: boolean) => void;
}

/** Enables or disables opening the app at login. */
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

/** Quotes a program path for the Exec line of a desktop entry. */
const quoted = (path: string): string =>
  `"${path
    .replace(/["`$\\]/g, (mark) => `\\${mark}`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;
