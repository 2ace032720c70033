/** Finds the Electron program, and checks whether a window can be opened. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './programs.mjs';
import { root } from './setup.mjs';

const packageFolder = join(root, 'node_modules', 'electron');

const programs = {
  win32: 'electron.exe',
  darwin: 'Electron.app/Contents/MacOS/Electron',
};

/** Returns the path of the installed Electron program, if any. */
export function electronProgram() {
  const { ELECTRON_PATH: named, ELECTRON_OVERRIDE_DIST_PATH: folder } = process.env;
  const program = programs[process.platform] ?? 'electron';
  const places = [named, folder && join(folder, program), join(packageFolder, 'dist', program)];
  return places.find((place) => place && existsSync(place));
}

/** True if a graphical display is available. */
export function hasDisplay() {
  if (process.platform === 'win32' || process.platform === 'darwin') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Downloads the Electron program with Electron's installer. Returns undefined on failure. */
export async function downloadElectron() {
  const installer = join(packageFolder, 'install.js');
  if (!existsSync(installer)) return undefined;
  await run(process.execPath, [installer], { cwd: root, quiet: true, timeoutMs: 300_000 });
  return electronProgram();
}

/** Returns the Electron version that this project uses. */
export function electronVersion() {
  return JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version;
}
