import type { TextKey } from '../texts/catalogue';
import { t } from '../texts/i18n';
import type { JsonSchema } from './json-schema';

/** A group of options in the form. */
export interface OptionGroup {
  readonly id: string;
  readonly title: string;
  readonly names: readonly string[];
}

const groups = [
  {
    id: 'content',
    title: 'form.content',
    names: ['onlyMainContent', 'includeTags', 'excludeTags', 'removeBase64Images', 'parsers'],
  },
  { id: 'browser', title: 'form.browser', names: ['waitFor', 'mobile', 'blockAds', 'location'] },
  {
    id: 'network',
    title: 'form.network',
    names: ['timeout', 'headers', 'proxy', 'profile', 'skipTlsVerification', 'threatProtection'],
  },
  {
    id: 'cache',
    title: 'form.cacheAndPrivacy',
    names: ['maxAge', 'minAge', 'storeInCache', 'lockdown', 'zeroDataRetention', 'redactPII'],
  },
] as const satisfies readonly (OptionGroup & { readonly title: TextKey })[];

/** Fields that are shown elsewhere or that users never set. */
const elsewhere = new Set(
  'url formats actions origin integration useMock fastMode auditMetadata domainTools toolDetail'.split(' '),
);

/** Groups the options in the scrape schema. Puts unknown options into the group "More". */
export function groupOptions(schema: JsonSchema): readonly OptionGroup[] {
  const present = Object.keys(schema.properties ?? {}).filter((name) => !elsewhere.has(name) && !name.startsWith('__'));
  const known = new Set(groups.flatMap<string>((group) => group.names));
  const rest = present.filter((name) => !known.has(name));
  return [...groups, { id: 'more', title: 'form.more' as const, names: rest }]
    .map((group) => ({ ...group, title: t(group.title), names: group.names.filter((name) => present.includes(name)) }))
    .filter((group) => group.names.length > 0);
}

/** IDs of formats, followed by IDs of actions. Formats and actions are each ordered by popularity. */
const usual: readonly string[] = [
  ...[
    'markdown',
    'html',
    'rawHtml',
    'links',
    'images',
    'screenshot',
    'json',
    'summary',
    'highlights',
    'question',
    'answer',
    'product',
    'menu',
    'branding',
    'audio',
    'video',
    'attributes',
    'changeTracking',
  ],
  ...['wait', 'click', 'write', 'press', 'choose', 'scroll', 'scrape', 'executeJavascript', 'pdf', 'actions'],
];

/** Returns the sort position of a format or action. Unlisted formats and actions (e.g. from plugins) come last. */
export function placeOf(id: string): number {
  const at = usual.indexOf(id);
  return at < 0 ? usual.length : at;
}
