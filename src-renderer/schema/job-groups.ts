import type { TextKey } from '../texts/catalogue';
import { t } from '../texts/i18n';
import { shapeOf } from './job-form';
import type { JsonSchema } from './json-schema';
import type { OptionGroup } from './option-groups';

const groups = [
  {
    id: 'scope',
    title: 'form.whichPages',
    names: [
      ...['search', 'limit', 'crawlEntireDomain', 'filterByPath', 'includePaths', 'excludePaths', 'regexOnFullURL'],
      ...['maxDiscoveryDepth', 'allowSubdomains', 'includeSubdomains', 'allowExternalLinks'],
    ],
  },
  { id: 'pace', title: 'form.pace', names: ['maxConcurrency', 'delay', 'timeout'] },
  { id: 'site', title: 'form.sitemapAndRobots', names: ['sitemap', 'ignoreRobotsTxt', 'robotsUserAgent'] },
  { id: 'same', title: 'form.duplicates', names: ['ignoreQueryParameters', 'deduplicateSimilarURLs'] },
  { id: 'list', title: 'form.addresses', names: ['ignoreInvalidURLs'] },
  { id: 'privacy', title: 'form.privacy', names: ['zeroDataRetention'] },
] as const satisfies readonly (OptionGroup & { readonly title: TextKey })[];

/** Fields that are shown elsewhere or that users never set. */
const elsewhere = new Set([
  ...['url', 'urls', 'urlsFrom', 'webhook', 'scrapeOptions', 'prompt', 'appendToId', 'origin', 'integration'],
  ...['useIndex', 'ignoreCache'],
]);

/**
 * Groups the options of a job kind, excluding page options. Unless `expert` is set, includes only the `plain` options.
 */
export function jobGroups(
  plain: readonly string[],
  expert: boolean,
  schema: JsonSchema,
  scrape: JsonSchema,
): readonly OptionGroup[] {
  const beside = shapeOf(schema).pageOptions === 'beside';
  const ofPages = new Set(beside ? Object.keys(scrape.properties ?? {}) : []);
  const fields = schema.properties ?? {};
  // `filterByPath` and `crawlEntireDomain` control the same behaviour, so only one of them is shown.
  const present = Object.keys(fields).filter(
    (name) => !elsewhere.has(name) && !ofPages.has(name) && !(name === 'crawlEntireDomain' && 'filterByPath' in fields),
  );
  if (!expert)
    return [{ id: 'scope', title: t('form.whichPages'), names: plain.filter((name) => present.includes(name)) }].filter(
      ({ names }) => names.length > 0,
    );
  const known = new Set(groups.flatMap<string>((group) => group.names));
  return [...groups, { id: 'more', title: 'form.more' as const, names: present.filter((name) => !known.has(name)) }]
    .map((group) => ({ ...group, title: t(group.title), names: group.names.filter((name) => present.includes(name)) }))
    .filter((group) => group.names.length > 0);
}

/** Returns the object variant of the `webhook` field's schema. Keeps only the event names without a dot. */
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
