import { z } from 'zod';

const maxEntries = 1000;
const unavailable = new Map<unknown, string>(
  ['normal', 'zscaler'].map((mode) => [
    mode,
    `The mode "${mode}" needs a service that Gleaner does not have; use manual-only, or off.`,
  ]),
);

/** Returns a host as it appears in a parsed URL: in lower case and Punycode, without a trailing dot. */
const urlHost = (host: string): string => (URL.parse(`http://${host}`)?.hostname ?? host).replace(/\.$/, '');

const hosts = (text: string) =>
  z
    .array(
      z
        .string()
        .trim()
        .regex(/^(?:\*\.)?[^\s*/:@?#\\]+$/, { message: 'Use a host name such as example.com, or *.example.com.' })
        .overwrite((entry) => (entry.startsWith('*.') ? `*.${urlHost(entry.slice(2))}` : urlHost(entry))),
    )
    .max(maxEntries)
    .default([])
    .describe(text);

/** The `threatProtection` field: hosts that a request must not contact. */
export const threatProtectionField = z
  .strictObject({
    mode: z
      .enum(['off', 'manual-only'], { error: ({ input }) => unavailable.get(input) })
      .default('manual-only')
      .describe('`manual-only` applies the lists; `off` ignores them.'),
    blacklist: hosts('Hosts that are always blocked, e.g. example.com or *.example.com.'),
    whitelist: hosts('Hosts that are always allowed, regardless of the other lists.'),
    blockedTlds: z
      .array(
        z
          .string()
          .trim()
          .regex(/^\.?[^\s./:@?#\\]+$/)
          .overwrite((tld) => tld.replace(/[^.]+/, (name) => urlHost(`a.${name}`).slice(2))),
      )
      .max(maxEntries)
      .default([])
      .describe('Top-level domains that are blocked, e.g. zip.'),
    riskScoreThreshold: z.int().min(0).max(100).optional().describe('Accepted for compatibility; has no effect.'),
    failurePolicy: z.enum(['open', 'closed']).optional().describe('Accepted for compatibility; has no effect.'),
  })
  .optional()
  .describe('Hosts that this request must not visit, including through redirects.');

/** Hosts that a request must not contact. */
export type ThreatProtection = NonNullable<z.output<typeof threatProtectionField>>;

/** Returns the list entry that blocks a URL. Undefined if the URL is not blocked. */
export function blockedBy(
  { mode, blacklist, whitelist, blockedTlds }: ThreatProtection,
  url: string,
): string | undefined {
  if (mode === 'off') return undefined;
  const host = new URL(url).hostname.replace(/\.$/, '');
  const matches = (entry: string) => (entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry);
  if (whitelist.some(matches)) return undefined;
  return blacklist.find(matches) ?? blockedTlds.find((tld) => host.endsWith(`.${tld.replace(/^\./, '')}`));
}
