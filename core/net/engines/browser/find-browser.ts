import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, win32 } from 'node:path';
import { AppError } from '../../../common/errors';
import { publicEnvironment } from '../../../platform/settings/settings';

/** A Chromium executable. A headless shell cannot show windows, but it creates isolated contexts cheaply. */
export interface FoundBrowser {
  readonly path: string;
  readonly kind: 'shell' | 'full';
}

/** Locations to search for a browser. */
export interface FindBrowserOptions {
  /** Path from the settings or the environment. When set, no other location is searched. */
  readonly configuredPath?: string;
  readonly platform?: NodeJS.Platform;
  /** Directory in which puppeteer installs browsers. */
  readonly cacheDir?: string;
}

/** Returns puppeteer's default install directory. */
export const browserCacheDir = (): string => join(homedir(), '.cache', 'puppeteer');

/**
 * Finds a Chromium browser. Uses the configured browser if set, and otherwise searches the usual system locations and
 * puppeteer's directory.
 */
export async function findBrowser(options: FindBrowserOptions = {}): Promise<FoundBrowser | undefined> {
  const { configuredPath, platform = process.platform, cacheDir = browserCacheDir() } = options;
  if (configuredPath) return isProgram(configuredPath) ? found(configuredPath) : undefined;
  const system = commonPlaces(platform).find(isProgram);
  const installed = await newestInstalled(cacheDir);
  // Prefers a headless shell from puppeteer to a full browser on the system, because isolated contexts in a headless
  // shell cost a quarter as much.
  if (installed?.kind === 'shell' && system && found(system).kind === 'full') return installed;
  return system ? found(system) : installed;
}

/** Returns all browsers in the usual system locations and in puppeteer's directory. */
export async function installedBrowsers(cacheDir: string = browserCacheDir()): Promise<readonly FoundBrowser[]> {
  const own = await newestInstalled(cacheDir);
  return [...commonPlaces(process.platform).filter(isProgram).map(found), ...(own ? [own] : [])];
}

/** Throws BAD_REQUEST when a configured path is not an executable. The message names the setting. */
export function assertBrowserPath(path: string): void {
  if (path === '' || isProgram(path)) return;
  const message = `No program was found at ${path}; enter the full path of a Chromium browser, or leave the path empty.`;
  throw new AppError('BAD_REQUEST', message, { details: [{ code: 'custom', path: ['browserPath'], message }] });
}

function found(path: string): FoundBrowser {
  return { path, kind: /headless[-_]shell/i.test(basename(path)) ? 'shell' : 'full' };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Returns the newest browser that puppeteer installed in a directory. Imports puppeteer's library only if the directory
 * exists, because the library also loads an HTTP client.
 */
async function newestInstalled(cacheDir: string): Promise<FoundBrowser | undefined> {
  if (!existsSync(cacheDir)) return undefined;
  const { getInstalledBrowsers } = await import('@puppeteer/browsers');
  const installed = await getInstalledBrowsers({ cacheDir }).catch(() => []);
  const usable = installed
    .filter(({ browser, executablePath }) => /^chrom/.test(browser) && isProgram(executablePath))
    .sort((left, right) => right.buildId.localeCompare(left.buildId, 'en', { numeric: true }));
  const best = usable.find(({ browser }) => browser === 'chrome-headless-shell') ?? usable[0];
  return best && found(best.executablePath);
}

/** Returns the usual install locations, best first. */
export function commonPlaces(platform: NodeJS.Platform, env = publicEnvironment()): readonly string[] {
  if (platform === 'win32') return windowsPlaces(env);
  if (platform === 'darwin') return macPlaces();
  const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome', '/opt/chromium'];
  const names =
    `chromium-headless-shell chrome-headless-shell chromium chromium-browser google-chrome-stable google-chrome
    chrome microsoft-edge-stable microsoft-edge brave-browser brave`.split(/\s+/);
  const flatpak = ['/var/lib/flatpak', join(homedir(), '.local/share/flatpak')].flatMap((root) =>
    ['org.chromium.Chromium', 'com.google.Chrome', 'com.brave.Browser'].map((id) => join(root, 'exports/bin', id)),
  );
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...flatpak];
}

function macPlaces(): readonly string[] {
  const names = ['Chromium', 'Google Chrome', 'Google Chrome for Testing', 'Microsoft Edge', 'Brave Browser'];
  const shells = ['/opt/homebrew/bin', '/usr/local/bin'].map((folder) => join(folder, 'chrome-headless-shell'));
  const apps = ['/Applications', join(homedir(), 'Applications')];
  return [
    ...shells,
    ...names.flatMap((name) => apps.map((folder) => join(folder, `${name}.app`, 'Contents/MacOS', name))),
  ];
}

function windowsPlaces(env: Readonly<Record<string, string>>): readonly string[] {
  const roots = [
    env.ProgramFiles ?? 'C:\\Program Files',
    env['ProgramFiles(x86)'] ?? 'C:\\Program Files (x86)',
    env.LOCALAPPDATA ?? win32.join(homedir(), 'AppData', 'Local'),
  ];
  const programs = [
    'Chromium\\Application\\chrome.exe',
    'Google\\Chrome\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
    'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
  ];
  return programs.flatMap((program) => roots.map((root) => win32.join(root, program)));
}
