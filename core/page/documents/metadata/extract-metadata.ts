import type { Document } from 'domhandler';
import { type JsonObject } from '../../../common/values/json';
import { wordSet } from '../../../common/values/words';
import { resolveUrl } from '../content/urls';
import { findAuthor } from './author';
import { dateStyleOf } from './date-style';
import { ambiguousDates } from './dates';
import { readJsonLd, typesOf } from './json-ld';
import { mainEntity } from './main-entity';
import { allTags, firstTag, type HeadFacts, readHead } from './meta-tags';
import { findPublished } from './published';
import { type Headline, readHeadlines, readVisible, type VisibleFacts } from './visible-facts';

/** Metadata of a page: the documented keys, plus the value of each meta tag under the tag's name. */
export type Metadata = Readonly<Record<string, string | readonly string[]>>;

/** Documented keys and their meta tags in order of preference. */
const NAMED: readonly (readonly [key: string, ...names: string[]])[] = [
  ['ogTitle', 'og:title'],
  ['ogDescription', 'og:description'],
  ['ogUrl', 'og:url'],
  ['ogImage', 'og:image'],
  ['ogAudio', 'og:audio'],
  ['ogDeterminer', 'og:determiner'],
  ['ogLocale', 'og:locale'],
  ['ogSiteName', 'og:site_name'],
  ['ogVideo', 'og:video'],
  ['articleSection', 'article:section'],
  ['articleTag', 'article:tag'],
  ['modifiedTime', 'article:modified_time', 'og:updated_time'],
  ['dcTermsCreated', 'dcterms.created'],
  ['dcDateCreated', 'dc.date.created'],
  ['dcDate', 'dc.date'],
  ['dcTermsType', 'dcterms.type'],
  ['dcType', 'dc.type'],
  ['dcTermsAudience', 'dcterms.audience'],
  ['dcTermsSubject', 'dcterms.subject'],
  ['dcSubject', 'dc.subject'],
  ['dcDescription', 'dc.description'],
  ['dcTermsKeywords', 'dcterms.keywords'],
];

/** Keys whose values are URLs, which are made absolute. */
const ADDRESSES = new Set(['ogUrl', 'ogImage', 'ogAudio', 'ogVideo']);

/**
 * Names that a page's meta tags cannot set: keys used by the engine, the page's title, and properties of object
 * prototypes.
 */
const RESERVED = wordSet(`
  title description sourceURL url statusCode error numPages pagesRead proxyUsed cacheState cachedAt creditsUsed
  scrapeId contentType __proto__ constructor prototype
`);

/** Context for reading metadata. */
export interface MetadataPage {
  readonly url: string;
  /** Receives a warning for each uncertain value. */
  readonly warn?: (sentence: string) => void;
}

/** Extracts the metadata of a page. If sources disagree, uses the most reliable one. Never invents values. */
export function extractMetadata(document: Document, page: MetadataPage): Metadata {
  const { url } = page;
  const head = readHead(document, url);
  const found = new Map<string, string | readonly string[]>();
  for (const [name, values] of head.tags) {
    if (!RESERVED.has(name)) found.set(name, oneOrAll(values) ?? '');
  }
  for (const [key, value] of [...namedFacts(head), ...derivedFacts(document, head, page)]) {
    if (value !== undefined && value !== '') found.set(key, value);
  }
  const locales = head.tags.get('og:locale:alternate');
  if (locales !== undefined) found.set('ogLocaleAlternate', locales);
  return Object.fromEntries(found);
}

const DISCUSSION_URL =
  /\/(forums?|threads?|topics?|discussions?|questions?|t|community|viewtopic|showthread|comments|boards?)(\/|\.|\?|$)|^https?:\/\/(forums?|community|discuss|boards?|answers|ask)\./i;

/** True for a page with posts, such as a forum thread. The author of such a page is the author of the first post. */
function isDiscussion(url: string, objects: readonly JsonObject[]): boolean {
  return (
    DISCUSSION_URL.test(url) ||
    objects.some((object) => /discussionforumposting|qapage/.test(typesOf(object).join(' ')))
  );
}

const oneOrAll = (values: readonly string[]): string | readonly string[] | undefined =>
  values.length > 1 ? values : values[0];

type Fact = readonly [key: string, value: string | readonly string[] | undefined];

function namedFacts(head: HeadFacts): readonly Fact[] {
  const description = (head.tags.get('description') ?? head.tags.get('Description') ?? []).filter(
    (text) => text.trim() !== '',
  );
  return [
    ['title', head.title],
    ['description', description.join(', ')],
    ['language', head.language],
    ['favicon', head.favicon],
    ...['keywords', 'robots'].map((name): Fact => [name, oneOrAll(allTags(head, name))]),
    ...NAMED.map(([key, ...names]): Fact => {
      const value = firstTag(head, names);
      return [key, value !== undefined && ADDRESSES.has(key) ? (resolveUrl(value, head.base) ?? value) : value];
    }),
  ];
}

/** Returns the metadata that is derived from several sources. */
function derivedFacts(document: Document, head: HeadFacts, { url, warn }: MetadataPage): readonly Fact[] {
  const style = dateStyleOf(document, url);
  const objects = readJsonLd(head.jsonLd);
  const entity = mainEntity(objects, head.title);
  let seen: VisibleFacts | undefined;
  // Author and date are usually in the head, so the visible page is read only on demand.
  const visible = (): VisibleFacts => {
    seen ??= readVisible(document, style, head.title);
    return seen;
  };
  const siteName = firstTag(head, ['og:site_name', 'application-name', 'al:ios:app_name']);
  const published = findPublished(head, entity, visible, { style, url });
  const doubt = published && ambiguousDates([{ ...published, name: 'publishedTime' }]);
  if (doubt !== undefined) warn?.(doubt);
  return [
    ['author', findAuthor(head, entity, visible, siteName, isDiscussion(url, objects))],
    ['publishedTime', published?.day],
    ['headline', headlineOf(head, readHeadlines(document), siteName)],
    ['siteName', siteName],
    ['canonical', head.canonical],
    ['images', entity?.images],
  ];
}

const SEPARATOR = /(?<!\s)\s+[|–—\-·:»•]+\s+|(?:(?<!\s)\s+)?(?:[|–—]|::)\s*/;
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Returns the page title without the site name. Prefers an `h1` or `og:title` that the title contains, then the only
 * `h1`, because titles are often written for search engines. Otherwise, removes the site name from the end of the
 * title.
 */
function headlineOf(head: HeadFacts, headings: readonly Headline[], siteName: string | undefined): string {
  const title = fold(head.title);
  const site = fold(siteName ?? '');
  const stated = firstTag(head, ['og:title']);
  const own = headings.filter(({ isLogo, text }) => !isLogo && fold(text) !== site);
  for (const candidate of [...own.map(({ text }) => text), ...(stated === undefined ? [] : [stated])]) {
    const folded = fold(candidate);
    if (folded.length > 2 && folded !== site && ` ${title} `.includes(` ${folded} `)) return candidate;
  }
  const [first] = own;
  if (headings.length === 1 && first !== undefined && !first.isInSiteHeader && !first.isOfCard) return first.text;
  const parts = head.title.split(SEPARATOR);
  const last = parts[parts.length - 1] ?? '';
  if (parts.length < 2 || site === '' || fold(last) !== site) return head.title || (first?.text ?? stated ?? '');
  return head.title.slice(0, head.title.lastIndexOf(last)).replace(/(?<![\s|–—\-·:»•])[\s|–—\-·:»•]+$/, '');
}
