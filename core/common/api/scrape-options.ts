import { z } from 'zod';
import { oncePer } from '../concurrency/once-per';
import { profileField } from '../login-profile';
import type { ActionRequest, ParserRequest } from '../model';
import { headersField } from '../options/headers-field';
import { proxyUrl } from '../options/own-proxy';
import { redactPiiField } from '../options/redact-pii';
import { threatProtectionField } from '../options/threat-protection';
import { formatFieldsV1, formatsV2 } from './formats';
import type { ApiParts } from './parts';

/** Maximum total wait time per request, in ms. */
export const maxWaitMs = 60_000;

/** Maximum number of selectors in a list. Limits the time that a request spends on compiling selectors. */
const maxSelectors = 1000;

// Created on first use, because loading the names takes 20 ms of CPU time.
let regionNames: Intl.DisplayNames | undefined;

/** True for the ISO 3166-1 alpha-2 code of a country. */
function isCountry(code: string): boolean {
  regionNames ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return /^[A-Z]{2}$/.test(code) && regionNames.of(code) !== undefined;
}

/** The `location` field of scrape and map. */
export const locationField = z
  .object({
    country: z
      .string()
      .transform((text) => (text === 'US-generic' ? 'US' : text.toUpperCase()))
      .refine(isCountry, { message: 'Invalid country code: use an ISO 3166-1 alpha-2 code such as DE.' })
      .optional()
      .describe('Two-letter country code; defaults to US.'),
    languages: z.array(z.string().min(1).max(35)).default([]).describe('Preferred languages, best first, e.g. de-CH.'),
  })
  .describe('Country whose language and time zone are reported to the page; a matching proxy is used if configured.');

const tags = (parts: ApiParts, text: string) =>
  z
    .array(z.string().min(1))
    .max(maxSelectors, { abort: true, message: `At most ${maxSelectors} selectors are allowed.` })
    .superRefine((selectors, context) => {
      for (const [index, selector] of selectors.entries()) {
        const problem = parts.selectorError(selector);
        const message = `Invalid selector "${selector}": ${problem}`;
        if (problem) context.addIssue({ code: 'custom', message, path: [index], input: selector });
      }
    })
    .default([])
    .describe(text);

/** The `actions` field: an ordered list of browser actions. */
function actions(parts: ApiParts) {
  const [first, ...rest] = parts.actions.map((action) =>
    action.schema.safeExtend({ type: z.literal(action.type) }).meta({ description: action.summary }),
  );
  if (!first) throw new Error('No action plugin is loaded');
  return z
    .array(z.discriminatedUnion('type', [first, ...rest]))
    .max(50, { message: 'At most 50 actions are allowed.' })
    .transform((list, context): ActionRequest[] => {
      const requests = list as ActionRequest[];
      if (totalWaitMs(parts, requests) > maxWaitMs) {
        context.addIssue({ code: 'custom', message: 'Waits may take at most 60 seconds in total.', input: list });
      }
      return requests;
    })
    .default([])
    .describe('Actions to run on the page, in order, before its content is read. They require the browser.');
}

/** Returns the total wait time of all actions, in ms. */
export function totalWaitMs(parts: Pick<ApiParts, 'actions'>, list: readonly ActionRequest[]): number {
  return list.reduce((sum, action) => {
    const plugin = parts.actions.find(({ type }) => type === action.type);
    return sum + (plugin?.waitMs?.(action as never) ?? 0);
  }, 0);
}

/** The `parsers` field of v2. */
function parsers(parts: ApiParts) {
  const optional = parts.parsers.filter(({ optIn }) => optIn);
  const names = z.enum(optional.map(({ id }) => id));
  const objects = optional.map((parser) =>
    (parser.options ?? z.object({}))
      .safeExtend({ type: z.literal(parser.id) })
      .strict()
      .meta({ description: parser.summary }),
  );
  return z
    .array(z.union([names, ...objects]))
    .transform((list): ParserRequest[] =>
      list.map((item) => (typeof item === 'string' ? { type: item } : (item as ParserRequest))),
    )
    .prefault(['pdf', 'image'].filter((id) => optional.some((parser) => parser.id === id)))
    .describe(
      'Types of files to read as text. Without `pdf`, a PDF is returned as base64. Without `image`, images are refused.',
    );
}

/** Fields accepted in every POST body. */
export const originFields = {
  origin: z.string().default('api').describe('Name of the client that sends the request; free text.'),
  integration: z.string().nullish().describe('Name of the integration that sends the request; free text.'),
};

/** Scrape options common to v1 and v2. */
const shared = oncePer((parts: ApiParts) => ({
  onlyMainContent: z.boolean().default(true).describe('Exclude headers, navigation, footers and other boilerplate.'),
  includeTags: tags(parts, 'CSS selectors of the parts to keep; nothing else is returned.'),
  excludeTags: tags(parts, 'CSS selectors of the parts to exclude.'),
  headers: headersField(
    'Headers to send with the request (cookies, user agent, …). If set, the cache is neither read nor written.',
  ),
  waitFor: z
    .int()
    .min(0)
    .max(maxWaitMs)
    .default(0)
    .describe('Milliseconds to wait after the page has loaded; at most half of `timeout`.'),
  mobile: z.boolean().default(false).describe('Emulate a mobile device.'),
  removeBase64Images: z.boolean().default(true).describe('Replace images embedded as base64 with a short placeholder.'),
  blockAds: z.boolean().default(true).describe('Block ads and cookie banners.'),
  storeInCache: z.boolean().default(true).describe('Store the page in the cache for later requests.'),
  location: locationField.optional(),
  actions: actions(parts),
  zeroDataRetention: z.boolean().default(false).describe('Store nothing from this request on disk.'),
  fastMode: z
    .boolean()
    .default(false)
    .describe('Accepted for compatibility; Gleaner always takes the fast path first.'),
  useMock: z.string().optional().describe('Accepted for compatibility; has no effect.'),
  __experimental_omce: z.boolean().optional().describe('Accepted for compatibility; has no effect.'),
  __experimental_omceDomain: z.string().optional().describe('Accepted for compatibility; has no effect.'),
  __experimental_engpicker: z.boolean().optional().describe('Accepted for compatibility; has no effect.'),
  __searchPreviewToken: z.string().optional().describe('Accepted for compatibility; has no effect.'),
}));

/** Maximum scrape timeout in ms. */
const maxTimeoutMs = 3_600_000;

/** Scrape timeout in ms. The schema applies no default, because the default depends on the requested formats. */
const timeout = z.int().min(1).max(maxTimeoutMs).optional().meta({
  description: 'Timeout in milliseconds, at most one hour; defaults to 60000 if a format extracts structured data.',
  default: 30_000,
});

/** The `proxy` field of v1. */
const proxyV1 = z
  .enum(['basic', 'stealth', 'auto'])
  .default('basic')
  .describe('Proxies to use; `auto` tries basic first, then stealth if the site refuses the request (401, 403, 429).');

/** The `proxy` field of v2. */
const proxyV2 = z
  .union([
    z.enum(['basic', 'stealth', 'auto'], {
      error: 'Use basic, stealth, auto, or the URL of a proxy, e.g. http://user:password@host:8080.',
    }),
    z.literal('enhanced'),
    z.string().regex(proxyUrl),
  ])
  .default('auto')
  .describe(
    'Proxies to use; `auto` tries basic first, then stealth if the site refuses the request (401, 403, 429). `enhanced` means stealth. A proxy URL is used for one request and is not stored.',
  );

/**
 * Additional v2 options: cache rules, redaction, blocked hosts, and options that are accepted only for compatibility.
 */
const furtherV2 = {
  minAge: z.int().min(0).optional().describe('Minimum age of a cached copy in milliseconds; newer copies are ignored.'),
  lockdown: z
    .boolean()
    .default(false)
    .describe('Answer only from the cache, without fetching anything, and store nothing from this request on disk.'),
  redactPII: redactPiiField,
  threatProtection: threatProtectionField,
  auditMetadata: z
    .strictObject({ username: z.string().max(500) })
    .optional()
    .describe('Accepted for compatibility; has no effect.'),
  domainTools: z.boolean().default(false).describe('Accepted for compatibility; has no effect.'),
  toolDetail: z.enum(['compact', 'summary', 'full']).optional().describe('Accepted for compatibility; has no effect.'),
};

/** Default `maxAge` in ms (two years) of requests that set `lockdown`. */
export const lockdownMaxAgeMs = 2 * 365 * 24 * 3600 * 1000;

/** Default `maxAge` in v2, in ms (two days). */
export const defaultMaxAgeMs = 172_800_000;

/** v2 scrape options, as fields of an object schema. */
export const scrapeFieldsV2 = oncePer((parts: ApiParts) => ({
  formats: formatsV2(parts),
  ...shared(parts),
  ...furtherV2,
  integration: originFields.integration,
  timeout,
  skipTlsVerification: z.boolean().default(true).describe('Accept invalid TLS certificates.'),
  parsers: parsers(parts),
  proxy: proxyV2,
  profile: profileField,
  maxAge: z.int().min(0).optional().meta({
    description:
      'Maximum age of a cached copy in milliseconds; 0 always fetches the page. Defaults to two years with `lockdown`.',
    default: defaultMaxAgeMs,
  }),
}));

/** v1 scrape options, as fields of an object schema. */
export const scrapeFieldsV1 = oncePer((parts: ApiParts) => ({
  ...formatFieldsV1(parts),
  ...shared(parts),
  timeout,
  skipTlsVerification: z.boolean().default(false).describe('Accept invalid TLS certificates.'),
  parsePDF: z.boolean().default(true).describe('Read PDFs as text; false returns them as base64.'),
  proxy: proxyV1,
  profile: profileField,
  maxAge: z
    .int()
    .min(0)
    .default(0)
    .describe('Maximum age of a cached copy in milliseconds; 0 always fetches the page.'),
  geolocation: locationField.optional().describe('Former name of `location`.'),
  agent: z
    .object({
      model: z.string().default('fire-1'),
      prompt: z.string().optional(),
      sessionId: z.string().optional(),
      waitBeforeClosingMs: z.int().optional(),
    })
    .optional()
    .describe('Model that controls the browser; requires a configured model.'),
}));
