/** Retry rule for a failed task: never, later, or only through a stealth proxy. */
export type RetryMeaning = 'never' | 'later' | 'stealth';

/** A row in the error table: HTTP status, retry rule and default message. */
export interface ErrorRow {
  readonly status: number;
  readonly retry: RetryMeaning;
  readonly sentence: string;
  /** Prefix of every message with this code. Published clients search for this prefix. */
  readonly begins?: string;
}

const row = (status: number, retry: RetryMeaning, sentence: string, begins?: string): ErrorRow => ({
  status,
  retry,
  sentence,
  begins,
});

/** Table of all error codes. Every error that Gleaner reports has one of these codes. */
export const errorTable = {
  BAD_REQUEST: row(400, 'never', 'Bad Request: the body does not match the schema; see `details` for each field.'),
  BAD_REQUEST_INVALID_JSON: row(400, 'never', 'Check quotes, commas and brackets.', 'Bad request, malformed JSON'),
  UNSUPPORTED_MEDIA_TYPE: row(415, 'never', 'Send the body as `Content-Type: application/json`.'),
  BODY_TOO_LARGE: row(413, 'never', 'The request body is larger than 10 MB; send fewer URLs per request.'),
  UNAUTHORIZED: row(401, 'never', 'Unauthorized: send `Authorization: Bearer <API key>`.'),
  PAYMENT_REQUIRED: row(
    402,
    'never',
    'The monthly page limit is reached; raise it in Settings.',
    'Insufficient credits',
  ),
  FORBIDDEN_HOST: row(
    403,
    'never',
    'The host name in the Host header is not allowed; use the address that Gleaner printed at startup, or allow the name with --allow-host or in Settings.',
  ),
  FORBIDDEN_ORIGIN: row(403, 'never', 'Web pages from other origins cannot call this service.'),
  FORBIDDEN_KEY: row(
    403,
    'never',
    'API keys are not allowed to do this; use the app or the `gleaner` command on this machine.',
  ),
  PRIVATE_ADDRESS_BLOCKED: row(
    403,
    'never',
    'The target has a private address; allow it with --allow-private-network or in Settings.',
  ),
  NOT_FOUND: row(404, 'never', 'No route matches this path; see /docs.'),
  METHOD_NOT_ALLOWED: row(405, 'never', 'This path does not accept this method; see the `Allow` header.'),
  JOB_NOT_FOUND: row(404, 'never', 'Job not found; results are kept for 24 hours.'),
  FILE_NOT_FOUND: row(404, 'never', 'File not found; files are kept for 24 hours.'),
  CONFLICT: row(409, 'never', 'The request conflicts with the current state.'),
  SCRAPE_TIMEOUT: row(408, 'later', 'Raise `timeout` or lower `waitFor`.', 'Scrape timed out'),
  MAP_TIMEOUT: row(408, 'later', 'Raise `timeout`.', 'Map timed out'),
  SCRAPE_ALL_ENGINES_FAILED: row(500, 'later', 'No engine could read the page.', 'All scraping engines failed'),
  SCRAPE_SSL_ERROR: row(
    500,
    'never',
    'The TLS certificate is not valid; set `skipTlsVerification` to accept it.',
    'An SSL error occurred while scraping the URL',
  ),
  SCRAPE_SITE_ERROR: row(500, 'later', 'The site could not be reached.', 'Specified URL is failing to load'),
  SCRAPE_DNS_RESOLUTION_ERROR: row(
    500,
    'never',
    'The host name could not be resolved; check the spelling.',
    'DNS resolution failed for hostname',
  ),
  SCRAPE_TOO_MANY_REDIRECTS: row(500, 'never', 'The page redirects more than 20 times.'),
  SCRAPE_TOO_LARGE: row(500, 'never', 'The page is larger than 50 MB after decompression.'),
  SCRAPE_UNSUPPORTED_FILE_ERROR: row(
    500,
    'never',
    'Files of this type cannot be converted to text.',
    'Scrape resulted in unsupported file',
  ),
  SCRAPE_PDF_INSUFFICIENT_TIME_ERROR: row(
    500,
    'never',
    'No page of the PDF could be read in time; raise `timeout`.',
    'Insufficient time to process PDF',
  ),
  SCRAPE_PDF_ENCRYPTED: row(500, 'never', 'The PDF is encrypted and cannot be read without its password.'),
  SCRAPE_DOCUMENT_BROKEN: row(500, 'never', 'The document is damaged and could not be read.'),
  SCRAPE_ACTION_ERROR: row(
    500,
    'never',
    'The scrape stopped because an action failed.',
    'Action(s) failed to complete',
  ),
  SCRAPE_BROWSER_UNAVAILABLE: row(
    500,
    'never',
    'No browser was found; install one with `npx gleaner browser install`.',
  ),
  SCRAPE_BROWSER_CRASHED: row(500, 'later', 'The browser crashed while rendering the page.'),
  SCRAPE_RETRY_LIMIT: row(
    500,
    'never',
    'Gleaner crashed each time it processed this page; give Gleaner more memory, or exclude the page.',
  ),
  SCRAPE_RACED_REDIRECT_ERROR: row(
    500,
    'never',
    'The page redirects to a page that is already part of the job.',
    'Raced redirect error',
  ),
  SCRAPE_LOCKDOWN_CACHE_MISS: row(
    404,
    'never',
    'The cache has no copy that this request accepts, and `lockdown` prevents fetching the page.',
  ),
  SCRAPE_HOST_BLOCKED: row(403, 'never', 'A list in `threatProtection` blocks the host of this page.'),
  SCRAPE_PROXY_ERROR: row(500, 'stealth', 'The proxy refused the connection.'),
  SCRAPE_NEEDS_PERSON: row(403, 'never', 'The page requires a login or human verification; complete it in the app.'),
  CRAWL_DENIED: row(403, 'never', 'The page is excluded from the crawl.'),
  SCRAPE_JOB_CANCELLED: row(499, 'never', 'The scrape was cancelled.'),
  MODEL_NOT_CONFIGURED: row(400, 'never', 'This request needs a language model; set one up in Settings.'),
  MODEL_FAILED: row(503, 'never', 'The language model returned no usable answer; test the model in Settings.'),
  NOT_AVAILABLE_LOCALLY: row(
    501,
    'never',
    'This feature exists only in the public service; see the API guide for alternatives.',
  ),
  SEARCH_FAILED: row(
    500,
    'later',
    'No search provider responded; check the search plugins in Settings.',
    'Search failed',
  ),
  SEARCH_TIMEOUT: row(408, 'later', 'Raise `timeout`.', 'Search timed out'),
  ENGINE_CLOSING: row(503, 'later', 'Gleaner is shutting down; try again in a moment.'),
  ZERO_RETENTION_FULL: row(
    503,
    'later',
    'The memory for zero-retention results is full; request fewer pages at a time, retry in ten minutes, or omit `zeroDataRetention`.',
  ),
  DATABASE_UNAVAILABLE: row(503, 'later', 'The database is unreachable; try again in a moment.'),
  STORAGE_ERROR: row(500, 'never', 'The data folder is not writable; check free space and permissions.'),
  UNKNOWN_ERROR: row(500, 'never', 'An unexpected error occurred; see the log for details.'),
} as const satisfies Record<string, ErrorRow>;

/** A code in the error table. */
export type ErrorCode = keyof typeof errorTable;

/** Details and cause of an error. */
export interface ErrorOptions {
  readonly details?: unknown;
  readonly cause?: unknown;
}

/** Prepends the prefix that messages with this code require, unless the message already contains it. */
function beginning(code: ErrorCode, message: string): string {
  const { begins }: ErrorRow = errorTable[code];
  return begins === undefined || message.includes(begins) ? message : `${begins}: ${message}`;
}

/**
 * The only error type that is passed between stages and returned by the API. The error table defines its status and
 * retry rule.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message?: string, options: ErrorOptions = {}) {
    super(beginning(code, message ?? errorTable[code].sentence), { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
  }

  /** Returns the message without the prefix that the error code requires, for use within other sentences. */
  get reason(): string {
    const { begins }: ErrorRow = errorTable[this.code];
    const start = `${begins}: `;
    return this.message.startsWith(start) ? this.message.slice(start.length) : this.message;
  }

  /** Returns the HTTP status of a response that reports this error. */
  get status(): number {
    return errorTable[this.code].status;
  }

  /** Returns the retry rule for the error code. */
  get retry(): RetryMeaning {
    return errorTable[this.code].retry;
  }
}

/** Converts anything thrown into an AppError, with the original as its cause. */
export function toAppError(thrown: unknown, fallback: ErrorCode = 'UNKNOWN_ERROR'): AppError {
  if (thrown instanceof AppError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError(fallback, `${errorTable[fallback].sentence} (${message})`, { cause: thrown });
}
