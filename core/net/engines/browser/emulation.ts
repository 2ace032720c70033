import type { CDPSession } from 'puppeteer';
import type { FetchPlan } from '../../../common/model';
import { languageTags, locationOf } from '../../../common/values/locations';
import type { BrowserIdentity } from './browser-identity';

/** Viewport of a page. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly mobile: boolean;
  readonly scale: number;
}

/** Device, language and location that a page sees. */
export interface Emulation {
  readonly view: View;
  readonly userAgent: string;
  /** False when the caller set the user agent, because client hints would contradict it. */
  readonly withHints: boolean;
  readonly acceptLanguage: string;
  readonly timeZone: string;
  readonly skipTlsVerification: boolean;
  /** False when the page is neither captured nor clicked. Such a page is painted at a small scale to save CPU time. */
  readonly isSeen: boolean;
}

/** Scale at which an unseen page is painted. The page's scripts still see the real dimensions. */
const unseenScale = 0.05;

const desktop: View = { width: 1280, height: 800, mobile: false, scale: 1 };
const phone: View = { width: 390, height: 844, mobile: true, scale: 3 };

/** Returns the emulation for a plan. The page counts as seen when the plan has actions or captures. */
export function emulationOf(
  plan: FetchPlan,
  identity: BrowserIdentity,
  isSeen = plan.actions.length > 0 || plan.captures.length > 0,
): Emulation {
  const header = (name: string) => Object.entries(plan.headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const given = header('user-agent');
  const place = plan.location && locationOf(plan.location.country);
  const languages = plan.location?.languages.length ? plan.location.languages : place?.languages;
  return {
    view: plan.mobile ? phone : desktop,
    userAgent: given ?? (plan.mobile ? identity.mobileUserAgent : identity.userAgent),
    withHints: given === undefined,
    acceptLanguage: header('accept-language') ?? languageTags(languages ?? ['en-US']).join(','),
    timeZone: plan.timeZone ?? place?.timeZone ?? '',
    skipTlsVerification: plan.skipTlsVerification,
    isSeen,
  };
}

/** Applies an emulation to a page. Sends only the settings that differ from `before`, the current emulation. */
export async function emulate(
  client: CDPSession,
  identity: BrowserIdentity,
  wanted: Emulation,
  before: Emulation | undefined,
): Promise<void> {
  const changed = (...keys: readonly (keyof Emulation)[]) =>
    keys.some((key) => JSON.stringify(wanted[key]) !== JSON.stringify(before?.[key]));
  const { mobile } = wanted.view;
  const sent: Promise<unknown>[] = [];
  if (changed('userAgent', 'acceptLanguage', 'withHints')) {
    const userAgentMetadata = mobile ? identity.mobileHints : identity.hints;
    sent.push(
      client.send('Emulation.setUserAgentOverride', {
        userAgent: wanted.userAgent,
        acceptLanguage: wanted.acceptLanguage,
        ...(wanted.withHints ? { userAgentMetadata } : {}),
      }),
    );
  }
  if (changed('view', 'isSeen')) sent.push(setView(client, wanted.view, wanted.isSeen ? 1 : unseenScale));
  if (changed('timeZone')) sent.push(client.send('Emulation.setTimezoneOverride', { timezoneId: wanted.timeZone }));
  if (changed('skipTlsVerification')) {
    sent.push(client.send('Security.setIgnoreCertificateErrors', { ignore: wanted.skipTlsVerification }));
  }
  await Promise.all(sent);
}

/**
 * Sets the viewport and touch input. If `paintedAt` is below 1, the page is painted at a smaller size. The page's
 * scripts cannot detect this scaling.
 */
export async function setView(client: CDPSession, view: View, paintedAt = 1): Promise<void> {
  const { width, height, mobile, scale } = view;
  await Promise.all([
    client.send('Emulation.setDeviceMetricsOverride', {
      ...{ width, height, mobile, deviceScaleFactor: scale, scale: paintedAt },
      // Without these values, scripts on a desktop page would see the screen size of this machine, which may have no
      // screen.
      ...{ screenWidth: width, screenHeight: height },
    }),
    client.send('Emulation.setTouchEmulationEnabled', { enabled: mobile, maxTouchPoints: mobile ? 5 : 1 }),
  ]);
}
