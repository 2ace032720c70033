/** Parameters for a user agent string. */
export interface UserAgentOptions {
  readonly mobile: boolean;
  readonly platform?: NodeJS.Platform;
}

/** Major version of Chromium in user agent strings. */
const chromiumMajor = 156;

const desktopSystems: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'Windows NT 10.0; Win64; x64',
  darwin: 'Macintosh; Intel Mac OS X 10_15_7',
};

/** Returns the user agent string of Chromium on this operating system, or on an Android phone. */
export function userAgent({ mobile, platform = process.platform }: UserAgentOptions): string {
  const system = mobile ? 'Linux; Android 10; K' : (desktopSystems[platform] ?? 'X11; Linux x86_64');
  const version = `Chrome/${chromiumMajor}.0.0.0${mobile ? ' Mobile' : ''}`;
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${version} Safari/537.36`;
}
