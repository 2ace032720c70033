import { z } from 'zod';
import { oncePer } from '../concurrency/once-per';
import { costOf } from '../format-cost';
import type { ApiVersion, FormatRequest, ScrapeSpec } from '../model';
import { isProxyUrl, OwnProxy } from '../options/own-proxy';
import { redactionOf } from '../options/redact-pii';
import { formatRequestsV1 } from './formats';
import type { ApiParts } from './parts';
import { defaultMaxAgeMs, lockdownMaxAgeMs, originFields, scrapeFieldsV1, scrapeFieldsV2 } from './scrape-options';
import { typedUrl, withScheme } from './target-url';

type Fields = Record<string, unknown>;

/** Maximum `waitFor` in ms. Higher values are accepted but reduced to this limit. */
const maxActionWaitMs = 30_000;

/** Returns the timeout that the caller set. Defaults to the time limit of the requested formats. */
function effectiveTimeout(body: Fields, formats: readonly FormatRequest[], parts: ApiParts): number {
  if (body.timeout !== undefined) return body.timeout as number;
  return costOf(formats, (type) => parts.formats.find(({ id }) => id === type)?.cost).timeoutMs;
}

function addressOf(typed = ''): Pick<ScrapeSpec, 'url' | 'typedUrl'> {
  const url = typed && withScheme(typed);
  return url === typed ? { url } : { url, typedUrl: typed };
}

/** Returns the spec for a validated body. `url` is empty if the body contains no URL. */
function toScrapeSpec(
  version: ApiVersion,
  body: Fields,
  formats: readonly FormatRequest[],
  parts: ApiParts,
): ScrapeSpec {
  const headers = body.headers as Record<string, string>;
  const actions = body.actions as ScrapeSpec['actions'];
  const lockdown = body.lockdown === true;
  const redactPII = redactionOf(body.redactPII as Parameters<typeof redactionOf>[0]);
  const zeroDataRetention = (body.zeroDataRetention as boolean) || lockdown;
  const profile = body.profile as ScrapeSpec['profile'];
  const personal = Object.keys(headers).length > 0 || actions.length > 0 || profile !== undefined;
  return {
    ...addressOf(body.url as string | undefined),
    version,
    formats,
    onlyMainContent: body.onlyMainContent as boolean,
    includeTags: body.includeTags as string[],
    excludeTags: body.excludeTags as string[],
    headers,
    waitForMs: Math.min(body.waitFor as number, maxActionWaitMs),
    timeoutMs: effectiveTimeout(body, formats, parts),
    mobile: body.mobile as boolean,
    skipTlsVerification: body.skipTlsVerification as boolean,
    parsers: version === 'v2' ? (body.parsers as ScrapeSpec['parsers']) : body.parsePDF ? [{ type: 'pdf' }] : [],
    removeBase64Images: body.removeBase64Images as boolean,
    blockAds: body.blockAds as boolean,
    ...proxyOf(body.proxy),
    maxAgeMs: (body.maxAge as number | undefined) ?? (lockdown ? lockdownMaxAgeMs : defaultMaxAgeMs),
    ...(body.minAge ? { minAgeMs: body.minAge as number } : {}),
    ...(lockdown ? { lockdown } : {}),
    ...(body.threatProtection ? { threatProtection: body.threatProtection as ScrapeSpec['threatProtection'] } : {}),
    ...(redactPII ? { redactPII } : {}),
    ...(body.domainTools ? { warnings: [noTools] } : {}),
    // If redaction is requested, the page is not cached, because the cache would store it unredacted.
    storeInCache: (body.storeInCache as boolean) && !personal && !zeroDataRetention && !redactPII,
    location: (body.location ?? body.geolocation) as ScrapeSpec['location'],
    actions,
    ...(profile ? { profile } : {}),
    zeroDataRetention,
    origin: (body.origin as string | undefined) ?? 'api',
    integration: (body.integration as string | null | undefined) ?? undefined,
  };
}

const noTools = 'Gleaner has no catalogue of tools, so `domainTools` has no effect.';

/** Returns the proxy mode, or the proxy URL that the caller supplied. */
function proxyOf(asked: unknown): Pick<ScrapeSpec, 'proxy' | 'ownProxy'> {
  if (isProxyUrl(asked)) return { proxy: 'basic', ownProxy: new OwnProxy(asked) };
  return { proxy: asked === 'enhanced' ? 'stealth' : (asked as ScrapeSpec['proxy']) };
}

/** Returns a schema that converts a raw body into a scrape spec. */
export function scrapeRequest(version: ApiVersion, parts: ApiParts) {
  const fields = version === 'v2' ? scrapeFieldsV2(parts) : scrapeFieldsV1(parts);
  return specSchema(version, parts, z.strictObject({ url: typedUrl, ...fields, ...originFields }));
}

const optionsOf = {
  v1: oncePer((parts: ApiParts) => specSchema('v1', parts, z.strictObject(scrapeFieldsV1(parts)))),
  v2: oncePer((parts: ApiParts) =>
    specSchema('v2', parts, z.strictObject(scrapeFieldsV2(parts)).check(checkJobFields)),
  ),
};

/** Returns a schema that converts the `scrapeOptions` of a request into a spec. The `url` of the spec is empty. */
export const scrapeOptions = (version: ApiVersion, parts: ApiParts) => optionsOf[version](parts);

/**
 * Returns the schema of `scrapeOptions` in requests for structured data. These requests read complete pages by default,
 * and ignore `formats`.
 */
export function dataScrapeOptions(version: ApiVersion, parts: ApiParts) {
  const fields = version === 'v2' ? scrapeFieldsV2(parts) : scrapeFieldsV1(parts);
  const onlyMainContent = z.boolean().default(false).describe('Exclude headers, navigation and footers.');
  return z
    .strictObject({ ...fields, onlyMainContent })
    .check(checkJobFields)
    .superRefine((body, context) => checkScrapeFields(version, parts, body, context))
    .transform((body): ScrapeSpec => toScrapeSpec(version, body, [{ type: 'extraction' }], parts));
}

/** Returns the schema of `scrapeOptions` for a search. A search scrapes its results only when formats are given. */
export function resultScrapeOptions(version: ApiVersion, parts: ApiParts) {
  const fields = version === 'v2' ? scrapeFieldsV2(parts) : scrapeFieldsV1(parts);
  const { formats } = fields as { readonly formats: z.ZodType };
  const named = formats.prefault([]).describe('What to return for each result; if omitted, results are not scraped.');
  return specSchema(version, parts, z.strictObject({ ...fields, formats: named }).check(checkJobFields));
}

/** Rejects options that only `POST /v2/scrape` supports. */
export function checkJobFields(context: z.core.ParsePayload<Fields>): void {
  const { lockdown, proxy } = context.value;
  const issue = (path: string, message: string) =>
    context.issues.push({ code: 'custom', message, path: [path], input: context.value });
  if (lockdown) issue('lockdown', 'lockdown works only with POST /v2/scrape.');
  if (isProxyUrl(proxy))
    issue(
      'proxy',
      'A proxy URL is never stored, so it works only with POST /v2/scrape; add the proxy in Settings instead.',
    );
}

/** Adds the cross-field rules to an object schema, and converts its output to a spec. */
function specSchema(version: ApiVersion, parts: ApiParts, object: z.ZodObject) {
  return object
    .superRefine((body, context) => checkScrapeFields(version, parts, body, context))
    .transform((body): ScrapeSpec => scrapeSpecOf(version, parts, body));
}

/** Reports scrape options that are unsupported or cannot be combined. */
export function checkScrapeFields(
  version: ApiVersion,
  parts: ApiParts,
  body: Fields,
  context: z.core.$RefinementCtx,
): void {
  const issue = (message: string, path: (string | number)[]) =>
    context.addIssue({ code: 'custom', message, path, input: body });
  if (body.agent) issue('The option "agent" needs a configured model; none is available.', ['agent']);
  if (body.timeout !== undefined && (body.waitFor as number) > (body.timeout as number) / 2) {
    issue('waitFor must not exceed half of timeout.', ['waitFor']);
  }
  if (version === 'v1') formatRequestsV1(parts, body, issue);
}

/** Converts a validated body with scrape options to a spec. */
export function scrapeSpecOf(version: ApiVersion, parts: ApiParts, body: Fields): ScrapeSpec {
  const formats = version === 'v2' ? (body.formats as FormatRequest[]) : formatRequestsV1(parts, body, () => undefined);
  return toScrapeSpec(version, body, formats, parts);
}
