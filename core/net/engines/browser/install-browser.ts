import { AppError } from '../../../common/errors';
import { browserCacheDir, type FoundBrowser } from './find-browser';
import { abortError, untilAborted } from './until-aborted';

/** Progress of a download, bytes; `totalBytes` is 0 until it is known. */
export interface InstallProgress {
  readonly downloadedBytes: number;
  readonly totalBytes: number;
}

/** Downloads puppeteer's headless shell to its default directory. Needs network access. */
export async function installBrowser(
  onProgress: (progress: InstallProgress) => void,
  signal: AbortSignal,
  cacheDir = browserCacheDir(),
): Promise<FoundBrowser> {
  if (signal.aborted) throw abortError(signal);
  const { Browser, detectBrowserPlatform, install, resolveBuildId } = await import('@puppeteer/browsers');
  const platform = detectBrowserPlatform();
  if (!platform) throw new AppError('SCRAPE_BROWSER_UNAVAILABLE', noBuild);
  const browser = Browser.CHROMEHEADLESSSHELL;
  const download = async () => {
    const buildId = await resolveBuildId(browser, platform, 'stable');
    return install({
      browser,
      platform,
      buildId,
      cacheDir,
      downloadProgressCallback: (downloadedBytes, totalBytes) => onProgress({ downloadedBytes, totalBytes }),
    });
  };
  try {
    const { executablePath } = await untilAborted(download(), signal);
    return { path: executablePath, kind: 'shell' };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const reason = thrown instanceof Error ? thrown.message.split('\n', 1)[0] : String(thrown);
    throw new AppError('SCRAPE_BROWSER_UNAVAILABLE', `${offline} (${reason})`, { cause: thrown });
  }
}

const noBuild =
  'No browser download is available for this system; install Chromium with the system package manager and set its path in Settings.';
const offline =
  'The browser could not be downloaded: check the network, or install Chromium with the system package manager and set its path in Settings.';
