import { type ErrorCode, errorTable } from '../../core/common/errors';
import type { TextKey } from '../texts/catalogue';
import { t } from '../texts/i18n';
import { engineMessage } from './messages/engine-message';

/** Title and hint to show for an error, and the action to offer, if any. */
export interface ErrorAdvice {
  readonly title: string;
  readonly hint: string;
  readonly action?: 'settings' | 'install-browser' | 'accept-tls' | 'more-time' | 'run-again';
  /** True if the title and hint are sufficient. The engine's message is then shown only in the details. */
  readonly isComplete?: boolean;
}

interface KnownAdvice {
  readonly title: TextKey;
  readonly hint: TextKey;
  readonly action?: ErrorAdvice['action'];
  readonly isComplete?: boolean;
}

const advice: Readonly<Record<string, KnownAdvice>> = {
  PRIVATE_ADDRESS_BLOCKED: {
    title: 'errors.privateAddress',
    hint: 'errors.privateAddressAdvice',
    action: 'settings',
    isComplete: true,
  },
  SCRAPE_BROWSER_UNAVAILABLE: {
    title: 'errors.needsBrowser',
    hint: 'errors.needsBrowserAdvice',
    action: 'install-browser',
    isComplete: true,
  },
  SCRAPE_TIMEOUT: {
    title: 'errors.timeout',
    hint: 'errors.timeoutAdvice',
    action: 'more-time',
    isComplete: true,
  },
  SCRAPE_SSL_ERROR: {
    title: 'errors.certificate',
    hint: 'errors.certificateAdvice',
    action: 'accept-tls',
    isComplete: true,
  },
  SCRAPE_DNS_RESOLUTION_ERROR: { title: 'errors.noSuchHost', hint: 'errors.noSuchHostAdvice', isComplete: true },
  SCRAPE_SITE_ERROR: {
    title: 'errors.unreachable',
    hint: 'errors.unreachableAdvice',
    action: 'run-again',
    isComplete: true,
  },
  SCRAPE_ACTION_ERROR: {
    title: 'errors.actionFailed',
    hint: 'errors.actionFailedAdvice',
  },
  SCRAPE_BROWSER_CRASHED: {
    title: 'errors.browserCrashed',
    hint: 'errors.browserCrashedAdvice',
    action: 'run-again',
    isComplete: true,
  },
  BAD_REQUEST: { title: 'errors.badRequest', hint: 'errors.badRequestAdvice' },
  MODEL_NOT_CONFIGURED: {
    title: 'errors.needsModel',
    hint: 'errors.needsModelAdvice',
    action: 'settings',
  },
  MODEL_FAILED: {
    title: 'errors.modelFailed',
    hint: 'errors.modelFailedAdvice',
    action: 'settings',
  },
  ENGINE_UNREACHABLE: {
    title: 'errors.noEngine',
    hint: 'errors.noEngineAdvice',
    action: 'run-again',
  },
  JOB_NOT_FOUND: {
    title: 'errors.expired',
    hint: 'errors.expiredAdvice',
    action: 'run-again',
  },
  PAYMENT_REQUIRED: {
    title: 'errors.budgetSpent',
    hint: 'errors.budgetSpentAdvice',
    action: 'settings',
  },
};

/** Returns the advice for an error code. */
export function adviceFor(code: string): ErrorAdvice {
  const known = advice[code];
  if (known) return { ...known, title: t(known.title), hint: t(known.hint) };
  const row = Object.hasOwn(errorTable, code) ? errorTable[code as ErrorCode] : undefined;
  return {
    title: t('errors.scrapeFailed'),
    hint: engineMessage(row?.sentence ?? ''),
    ...(row && row.retry !== 'never' ? { action: 'run-again' as const } : {}),
  };
}

/** Describes an error in one line: by its translated title if that is sufficient, otherwise by the engine's message. */
export function errorText({ code, message }: { readonly code: string; readonly message: string }): string {
  const { title, isComplete } = adviceFor(code);
  return isComplete ? title : engineMessage(message);
}

/** Returns a short text for an error code. Unknown codes are returned unchanged. */
export function failureText(code: string): string {
  const known = advice[code];
  if (known) return t(known.title);
  const row = Object.hasOwn(errorTable, code) ? errorTable[code as ErrorCode] : undefined;
  return row === undefined ? code : engineMessage(row.sentence).replace(/\.$/, '');
}
