import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { UninstallOptions } from '@puppeteer/browsers';
import { AppError } from '../../../common/errors';
import { browserCacheDir, type FoundBrowser } from './find-browser';
import { abortError, untilAborted } from './until-aborted';

/** Progress of a download, in bytes. `totalBytes` is 0 until the size is known. */
export interface InstallProgress {
  readonly downloadedBytes: number;
  readonly totalBytes: number;
}

/** Mirror server that replaces the public download server, and the browser build to download from it. */
export interface BuildServer {
  readonly baseUrl: string;
  readonly buildId: string;
}

/** Downloads puppeteer's headless shell to its default directory. Needs network access. */
export async function installBrowser(
  onProgress: (progress: InstallProgress) => void,
  signal: AbortSignal,
  cacheDir = browserCacheDir(),
  server?: BuildServer,
): Promise<FoundBrowser> {
  if (signal.aborted) throw abortError(signal);
  const { Browser, computeExecutablePath, detectBrowserPlatform, install, resolveBuildId } = await import(
    '@puppeteer/browsers'
  );
  const platform = detectBrowserPlatform();
  if (!platform) throw new AppError('SCRAPE_BROWSER_UNAVAILABLE', noBuild);
  const browser = Browser.CHROMEHEADLESSSHELL;
  const download = async () => {
    const buildId = server?.buildId ?? (await resolveBuildId(browser, platform, 'stable'));
    const build = { browser, platform, buildId, cacheDir };
    if (!existsSync(computeExecutablePath(build))) await deleteRemains(build);
    return install({
      ...build,
      baseUrl: server?.baseUrl,
      downloadProgressCallback: (downloadedBytes, totalBytes) => onProgress({ downloadedBytes, totalBytes }),
    });
  };
  try {
    const { executablePath } = await untilAborted(download(), signal);
    return { path: executablePath, kind: 'shell' };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    throw new AppError('SCRAPE_BROWSER_UNAVAILABLE', `${offline} (${reasonOf(thrown)})`, { cause: thrown });
  }
}

/** Returns the first reason that an error lists below its first line. Without such a list, returns the first line. */
function reasonOf(thrown: unknown): string {
  const [first = '', ...others] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n');
  const listed = others.map((line) => line.trim()).find((line) => line.startsWith('- '));
  return listed?.replace('- DefaultProvider: ', '') ?? first;
}

/**
 * Deletes the remains of an interrupted download. Otherwise, puppeteer's library would unpack a partial archive or
 * refuse to start.
 */
async function deleteRemains(build: UninstallOptions & { readonly cacheDir: string }): Promise<void> {
  const { uninstall } = await import('@puppeteer/browsers');
  await uninstall(build);
  const folder = join(build.cacheDir, build.browser);
  const names = await readdir(folder).catch(() => []);
  const archives = names.filter((name) => name.startsWith(`${build.buildId}-`));
  for (const name of archives) await rm(join(folder, name), { force: true });
}

const noBuild =
  'No browser download is available for this system; install Chromium with the system package manager and set its path in Settings.';
const offline =
  'The browser could not be downloaded: check the network, or install Chromium with the system package manager and set its path in Settings.';
