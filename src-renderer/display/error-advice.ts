import { type ErrorCode, errorTable } from '../../core/common/errors';
import type { TextKey } from '../texts/catalogue';
import { t } from '../texts/i18n';

/** What an error state offers to do next. */
export interface ErrorAdvice {
  readonly title: string;
  readonly hint: string;
  readonly action?: 'settings' | 'install-browser' | 'accept-tls' | 'more-time' | 'run-again';
}

interface KnownAdvice {
  readonly title: TextKey;
  readonly hint: TextKey;
  readonly action?: ErrorAdvice['action'];
}

const advice: Readonly<Record<string, KnownAdvice>> = {
  PRIVATE_ADDRESS_BLOCKED: {
    title: 'errors.thatAddressIsPrivate',
    hint: 'errors.gleanerDoesNotReachIntoYour',
    action: 'settings',
  },
  SCRAPE_BROWSER_UNAVAILABLE: {
    title: 'errors.thisNeedsABrowser',
    hint: 'errors.screenshotsActionsAndScriptBuiltPages',
    action: 'install-browser',
  },
  SCRAPE_TIMEOUT: {
    title: 'errors.thePageTookTooLong',
    hint: 'errors.giveItMoreTimeOrWait',
    action: 'more-time',
  },
  SCRAPE_SSL_ERROR: {
    title: 'errors.theCertificateIsNotValid',
    hint: 'errors.ifYouTrustThisSiteAnyway',
    action: 'accept-tls',
  },
  SCRAPE_DNS_RESOLUTION_ERROR: { title: 'errors.noSuchHost', hint: 'errors.checkTheSpellingOfTheAddress' },
  SCRAPE_SITE_ERROR: {
    title: 'errors.theSiteCannotBeReached',
    hint: 'errors.itMayBeDown',
    action: 'run-again',
  },
  SCRAPE_ACTION_ERROR: {
    title: 'errors.anActionFailed',
    hint: 'errors.checkItsSelectorAgainstThePage',
  },
  SCRAPE_BROWSER_CRASHED: {
    title: 'errors.theBrowserCrashed',
    hint: 'errors.aNewOneIsStartedFor',
    action: 'run-again',
  },
  BAD_REQUEST: { title: 'errors.theRequestIsNotValid', hint: 'errors.theseFieldsNeedAnotherValue' },
  MODEL_NOT_CONFIGURED: {
    title: 'errors.thisFormatNeedsAModel',
    hint: 'errors.setOneUpOrChooseAnother',
    action: 'settings',
  },
  MODEL_FAILED: {
    title: 'errors.theModelGaveNoUsableAnswer',
    hint: 'errors.testTheModelInSettingsOr',
    action: 'settings',
  },
  ENGINE_UNREACHABLE: {
    title: 'errors.theEngineDoesNotAnswer',
    hint: 'errors.gleanerReconnectsByItselfRunAgain',
    action: 'run-again',
  },
  JOB_NOT_FOUND: {
    title: 'errors.thisResultIsNoLongerKept',
    hint: 'errors.resultsAreKeptFor24Hours',
    action: 'run-again',
  },
  PAYMENT_REQUIRED: {
    title: 'errors.theMonthlyBudgetIsSpent',
    hint: 'errors.raiseTheBudgetInSettingsTo',
    action: 'settings',
  },
};

/** What to tell about an error code, and what to offer. */
export function adviceFor(code: string): ErrorAdvice {
  const known = advice[code];
  if (known) return { ...known, title: t(known.title), hint: t(known.hint) };
  const row = Object.hasOwn(errorTable, code) ? errorTable[code as ErrorCode] : undefined;
  return {
    title: t('errors.theScrapeFailed'),
    hint: row?.sentence ?? '',
    ...(row && row.retry !== 'never' ? { action: 'run-again' as const } : {}),
  };
}
