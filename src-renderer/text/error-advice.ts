import { type ErrorCode, errorTable } from '../../core/common/errors';

/** What an error state offers to do next. */
export interface ErrorAdvice {
  readonly title: string;
  readonly hint: string;
  readonly action?: 'settings' | 'install-browser' | 'accept-tls' | 'more-time' | 'run-again';
}

const advice: Readonly<Record<string, ErrorAdvice>> = {
  PRIVATE_ADDRESS_BLOCKED: {
    title: 'That address is private',
    hint: 'Gleaner does not reach into your own network unless you say so. Allow the host, or all private addresses, in Settings.',
    action: 'settings',
  },
  SCRAPE_BROWSER_UNAVAILABLE: {
    title: 'This needs a browser',
    hint: 'Screenshots, actions and script-built pages need Chromium. Gleaner can install one for you.',
    action: 'install-browser',
  },
  SCRAPE_TIMEOUT: {
    title: 'The page took too long',
    hint: 'Give it more time, or wait for less.',
    action: 'more-time',
  },
  SCRAPE_SSL_ERROR: {
    title: 'The certificate is not valid',
    hint: 'If you trust this site anyway, scrape it without the check.',
    action: 'accept-tls',
  },
  SCRAPE_DNS_RESOLUTION_ERROR: { title: 'No such host', hint: 'Check the spelling of the address.' },
  SCRAPE_SITE_ERROR: {
    title: 'The site cannot be reached',
    hint: 'It may be down; try again later.',
    action: 'run-again',
  },
  SCRAPE_ACTION_ERROR: {
    title: 'An action failed',
    hint: 'Check its selector against the page, or wait for it first.',
  },
  SCRAPE_BROWSER_CRASHED: {
    title: 'The browser crashed',
    hint: 'A new one is started for the next try.',
    action: 'run-again',
  },
  BAD_REQUEST: { title: 'The request is not valid', hint: 'These fields need another value.' },
  MODEL_NOT_CONFIGURED: {
    title: 'This format needs a model',
    hint: 'Set one up, or choose another, in Settings.',
    action: 'settings',
  },
  MODEL_FAILED: {
    title: 'The model gave no usable answer',
    hint: 'Test the model in Settings, or run without it: choose the model rules.',
    action: 'settings',
  },
  ENGINE_UNREACHABLE: {
    title: 'The engine does not answer',
    hint: 'Gleaner reconnects by itself. Run again when it is back.',
    action: 'run-again',
  },
  JOB_NOT_FOUND: {
    title: 'This result is no longer kept',
    hint: 'Results are kept for 24 hours. The request is still here: run it again.',
    action: 'run-again',
  },
  PAYMENT_REQUIRED: {
    title: 'The monthly budget is spent',
    hint: 'Raise the budget in Settings to go on.',
    action: 'settings',
  },
};

/** What to tell about an error code, and what to offer. */
export function adviceFor(code: string): ErrorAdvice {
  const known = advice[code];
  if (known) return known;
  const row = Object.hasOwn(errorTable, code) ? errorTable[code as ErrorCode] : undefined;
  return {
    title: 'The scrape failed',
    hint: row?.sentence ?? '',
    ...(row && row.retry !== 'never' ? { action: 'run-again' as const } : {}),
  };
}
