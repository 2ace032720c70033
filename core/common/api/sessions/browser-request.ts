import { z } from 'zod';
import type { ApiParts } from '../parts';
import { originFields, scrapeFieldsV2 } from '../scrape-options';

/** Maximum timeout for running code, in seconds. */
const maxTimeoutS = 300;

const timeout = z.int().min(1).max(maxTimeoutS).default(30).describe('Timeout for the code, in seconds.');
const language = z
  .enum(['node', 'python', 'bash'])
  .default('node')
  .describe('`node` runs Playwright code and `bash` runs agent-browser commands; `python` is not available.');

/** Request that runs code or a prompt in a scraped page. */
export const interactRequest = z
  .strictObject({
    code: z.string().min(1).max(100_000).optional().describe('Code to run in the page.'),
    prompt: z.string().min(1).max(10_000).optional().describe('What to do on the page, in plain English.'),
    language,
    timeout,
    ...originFields,
  })
  .refine(({ code, prompt }) => (code === undefined) !== (prompt === undefined), {
    message: 'Send exactly one of `code` and `prompt`.',
  });

/** Request that runs code in a browser session. */
export const executeRequest = z.strictObject({
  code: z.string().min(1).max(100_000).describe('Code to run in the page.'),
  language,
  timeout,
  ...originFields,
});

/** Returns the schema of a request that opens a browser session. */
export const browserRequest = (parts: ApiParts) =>
  z.strictObject({
    ttl: z.int().min(30).max(3600).default(600).describe('Lifetime of the session, in seconds.'),
    activityTtl: z.int().min(10).max(3600).default(300).describe('Idle timeout of the session, in seconds.'),
    profile: scrapeFieldsV2(parts).profile,
    streamWebView: z.boolean().default(true).describe('Accepted for compatibility; the live view always streams.'),
    ...originFields,
  });

const links = {
  liveViewUrl: z.string().describe('URL where a person can watch the page.'),
  interactiveLiveViewUrl: z.string().describe('URL where a person can use the page.'),
};

/** Response to a request that runs code or a prompt. */
export const executeAnswer = z.object({
  success: z.boolean(),
  ...links,
  cdpUrl: z.string(),
  output: z.string().optional().describe('Result of the prompt.'),
  stdout: z.string(),
  result: z.string().describe('Returned value: strings unchanged, other values as JSON.'),
  stderr: z.string(),
  exitCode: z.int(),
  killed: z.boolean().describe('True if the code timed out.'),
  truncated: z.boolean().describe('True if the output was truncated.'),
  error: z.string().optional(),
});

/** Response to a request that opens a browser session. */
export const browserAnswer = z.object({
  success: z.literal(true),
  id: z.string(),
  cdpUrl: z
    .string()
    .describe('WebSocket URL for a Chrome DevTools Protocol client; the session exposes a single page.'),
  ...links,
  expiresAt: z.string(),
});

/** Response to a request that closes a browser session. */
export const browserClosedAnswer = z.object({
  success: z.literal(true),
  status: z.literal('destroyed'),
  sessionDurationMs: z.int(),
  creditsBilled: z.int(),
});

/** Query parameters for the list of browser sessions. */
export const browserQuery = z.object({ status: z.enum(['active', 'destroyed']).optional() });

/** List of sessions. */
export const browserListAnswer = z.object({
  success: z.literal(true),
  sessions: z.array(
    z.object({
      id: z.string(),
      status: z.enum(['active', 'destroyed']),
      cdpUrl: z.string(),
      ...links,
      streamWebView: z.boolean(),
      createdAt: z.string(),
      lastActivity: z.string(),
    }),
  ),
});
