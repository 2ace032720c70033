import type { Protocol } from 'puppeteer';

/** Identity that the browser reports, without signs of headless mode. */
export interface BrowserIdentity {
  readonly userAgent: string;
  readonly mobileUserAgent: string;
  /** Client hints that are consistent with the user agent. */
  readonly hints: Protocol.Emulation.UserAgentMetadata;
  readonly mobileHints: Protocol.Emulation.UserAgentMetadata;
}

/** Derives a consistent identity from the browser's real user agent and version (`HeadlessChrome/156.0.1.2`). */
export function browserIdentity(ownUserAgent: string, version: string): BrowserIdentity {
  const full = /\/([\d.]+)/.exec(version)?.[1] ?? '140.0.0.0';
  const major = full.split('.', 1)[0] ?? '140';
  // Headful Chromium reports only its major version in the user agent.
  const userAgent = ownUserAgent.replace(/(Headless)?Chrome\/[\d.]+/, `Chrome/${major}.0.0.0`);
  const mobileUserAgent = `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`;
  const brandList = (ofVersion: string) => [
    { brand: 'Chromium', version: ofVersion },
    { brand: 'Not_A Brand', version: ofVersion.includes('.') ? '24.0.0.0' : '24' },
  ];
  const common = { brands: brandList(major), fullVersionList: brandList(full), fullVersion: full };
  return {
    userAgent,
    mobileUserAgent,
    hints: { ...common, ...desktopPlatform(userAgent), model: '', mobile: false },
    mobileHints: {
      ...common,
      platform: 'Android',
      platformVersion: '14.0.0',
      architecture: '',
      model: 'K',
      mobile: true,
    },
  };
}

function desktopPlatform(userAgent: string) {
  const architecture = /aarch64|arm/i.test(userAgent) ? 'arm' : 'x86';
  if (userAgent.includes('Windows')) return { platform: 'Windows', platformVersion: '15.0.0', architecture };
  if (userAgent.includes('Macintosh')) return { platform: 'macOS', platformVersion: '14.5.0', architecture };
  return { platform: 'Linux', platformVersion: '', architecture };
}
