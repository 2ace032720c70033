import type { JobKind } from '../api/job-types';
import type { JsonSchema } from './json-schema';
import type { OptionGroup } from './option-groups';

/** Options anybody may want; the rest is for experts. */
const plain: Readonly<Record<JobKind, readonly string[]>> = {
  crawl: ['limit', 'crawlEntireDomain', 'includePaths', 'excludePaths'],
  batch: [],
  map: ['search', 'limit', 'filterByPath'],
};

const groups: readonly OptionGroup[] = [
  {
    id: 'scope',
    title: 'Which pages',
    names: [
      ...['search', 'limit', 'crawlEntireDomain', 'filterByPath', 'includePaths', 'excludePaths', 'regexOnFullURL'],
      ...['maxDiscoveryDepth', 'allowSubdomains', 'includeSubdomains', 'allowExternalLinks'],
    ],
  },
  { id: 'pace', title: 'Pace', names: ['maxConcurrency', 'delay', 'timeout'] },
  { id: 'site', title: 'Sitemap and robots.txt', names: ['sitemap', 'ignoreRobotsTxt', 'robotsUserAgent'] },
  { id: 'same', title: 'When two addresses are one page', names: ['ignoreQueryParameters', 'deduplicateSimilarURLs'] },
  { id: 'list', title: 'Addresses', names: ['ignoreInvalidURLs'] },
  { id: 'privacy', title: 'Privacy', names: ['zeroDataRetention'] },
];

/** Fields that have a place of their own, or that people never set by hand. */
const elsewhere = new Set([
  ...['url', 'urls', 'webhook', 'scrapeOptions', 'prompt', 'appendToId', 'origin', 'integration'],
  ...['useIndex', 'ignoreCache'],
]);

/** Options of a kind in groups, without those of the scrape of each page (a batch has them side by side). */
export function jobGroups(
  kind: JobKind,
  expert: boolean,
  schema: JsonSchema,
  scrape: JsonSchema,
): readonly OptionGroup[] {
  const ofPages = kind === 'batch' ? new Set(Object.keys(scrape.properties ?? {})) : new Set<string>();
  const present = Object.keys(schema.properties ?? {}).filter(
    (name) => !elsewhere.has(name) && !ofPages.has(name) && !(kind === 'map' && name === 'crawlEntireDomain'),
  );
  if (!expert)
    return [{ id: 'scope', title: 'Which pages', names: plain[kind].filter((name) => present.includes(name)) }].filter(
      ({ names }) => names.length > 0,
    );
  const known = new Set(groups.flatMap((group) => group.names));
  return [...groups, { id: 'more', title: 'More', names: present.filter((name) => !known.has(name)) }]
    .map((group) => ({ ...group, names: group.names.filter((name) => present.includes(name)) }))
    .filter((group) => group.names.length > 0);
}

/** The object form of the `webhook` field, with the short names of its events only. */
export function webhookSchema(schema: JsonSchema): JsonSchema {
  const field = schema.properties?.webhook;
  const object = [field, ...(field?.anyOf ?? []), ...(field?.oneOf ?? [])].find((branch) => branch?.properties);
  const events = object?.properties?.events;
  if (!object?.properties || !events) return object ?? {};
  const names = events.items?.enum?.filter((name) => typeof name === 'string' && !name.includes('.'));
  return {
    ...object,
    required: ['url'],
    properties: { ...object.properties, events: { ...events, items: { ...events.items, enum: names } } },
  };
}
