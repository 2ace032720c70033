/** Parameters for a user agent string. */
export interface UserAgentOptions {
  readonly mobile: boolean;
  /** Major version of the browser in use. Defaults to the newest known version. */
  readonly chromiumMajor?: number;
  readonly platform?: NodeJS.Platform;
}

/** Major version of Chromium that is assumed until a browser has reported its own. */
export const defaultChromiumMajor = 156;

/** Viewport for the mobile profile, in engines that render pages. */
export const mobileViewport = { width: 412, height: 915, deviceScaleFactor: 2.625, isMobile: true, hasTouch: true };

/** Viewport for the desktop profile. */
export const desktopViewport = { width: 1280, height: 800, deviceScaleFactor: 1, isMobile: false, hasTouch: false };

const desktopSystems: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'Windows NT 10.0; Win64; x64',
  darwin: 'Macintosh; Intel Mac OS X 10_15_7',
};

/** Returns the user agent string of Chromium on this operating system, or on an Android phone. */
export function userAgent({ mobile, chromiumMajor, platform = process.platform }: UserAgentOptions): string {
  const system = mobile ? 'Linux; Android 10; K' : (desktopSystems[platform] ?? 'X11; Linux x86_64');
  const version = `Chrome/${chromiumMajor ?? defaultChromiumMajor}.0.0.0${mobile ? ' Mobile' : ''}`;
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${version} Safari/537.36`;
}

/** Returns the major version in a browser's version string, e.g. `HeadlessChrome/156.0.8078.79`. */
export function chromiumMajorOf(version: string): number | undefined {
  const match = /(?<!\d)(\d+)\.\d+\.\d+/.exec(version);
  return match ? Number(match[1]) : undefined;
}
