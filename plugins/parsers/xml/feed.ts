import { textContent } from 'domutils';
import { XMLParser } from 'fast-xml-parser';
import { parseDocument } from 'htmlparser2';
import { escapeHtml, type Metadata, unescapeXml } from '../../../core/contract/plugin';

interface FeedEntry {
  readonly title: string;
  readonly href: string | undefined;
  readonly date: string | undefined;
  readonly author: string | undefined;
  /** HTML. */
  readonly body: string;
}

/** An RSS or Atom feed. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  readonly entries: readonly FeedEntry[];
  readonly metadata: Metadata;
}

type XmlNode = Readonly<Record<string, unknown>>;

const MAX_ENTRIES = 2_000;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  removeNSPrefix: false,
  parseTagValue: false,
  // The parser does not expand entities, so a feed cannot include external files or nested entity definitions.
  processEntities: false,
  trimValues: true,
  maxNestedTags: 200,
  isArray: (name) => ['item', 'entry', 'link', 'category', 'author'].includes(name),
  stopNodes: ['*.content', '*.summary'],
});

/** Sticky pattern that matches a doctype at `lastIndex`. */
const doctype = /<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>/iy;

/** Removes only the first doctype, to avoid scanning the text more than once. */
function withoutDoctype(text: string): string {
  doctype.lastIndex = Math.max(0, text.search(/<!DOCTYPE/i));
  const { lastIndex: at } = doctype;
  return doctype.test(text) ? text.slice(0, at) + text.slice(doctype.lastIndex) : text;
}

/** Parses a feed. Returns undefined for malformed XML and for XML that is not a feed. */
export function readFeed(text: string): Feed | undefined {
  if (!/<(?:rss|feed|rdf:RDF)[\s>]/.test(text.slice(0, 4_000))) return undefined;
  let root: XmlNode;
  try {
    root = nodeOf(parser.parse(withoutDoctype(text)));
  } catch {
    return undefined;
  }
  const rdf = nodeOf(root['rdf:RDF']);
  const channel = nodeOf(nodeOf(root.rss).channel ?? rdf.channel ?? root.feed);
  if (Object.keys(channel).length === 0) return undefined;
  const entries = listOf(channel.item ?? rdf.item ?? channel.entry)
    .slice(0, MAX_ENTRIES)
    .map((entry) => readEntry(entry, addressOf(channel['@xml:base'], '')));
  const [title, description] = [titleOf(channel.title), titleOf(channel.description ?? channel.subtitle)];
  const language = textOf(channel.language) || textOf(channel['@xml:lang']);
  const metadata = { ...(title && { title }), ...(description && { description }), ...(language && { language }) };
  return { title, description, entries, metadata };
}

function readEntry(entry: XmlNode, feedBase: string): FeedEntry {
  const author = listOf(entry.author)[0];
  const base = addressOf(entry['@xml:base'], feedBase);
  const href = linkOf(entry);
  const content = entry.content ?? entry.summary;
  return {
    title: titleOf(entry.title),
    href: href && addressOf(href, base),
    date: textOf(entry.pubDate ?? entry.published ?? entry.updated ?? entry['dc:date']) || undefined,
    author: textOf(author?.name ?? author ?? entry['dc:creator']) || textOf(entry['dc:creator']) || undefined,
    body: withBase(
      textOf(entry['content:encoded']) || bodyOf(entry.content) || textOf(entry.description) || bodyOf(entry.summary),
      addressOf(nodeOf(Array.isArray(content) ? content[0] : content)['@xml:base'], base),
    ),
  };
}

/** Resolves a URL against an `xml:base`. Returns the base itself if the URL is empty. */
function addressOf(written: unknown, base: string): string {
  const address = textOf(written);
  if (address === '') return base;
  return (base === '' ? undefined : URL.parse(address, base)?.href) ?? address;
}

/** Resolves the URLs in an HTML string against an `xml:base`. */
const withBase = (html: string, base: string): string =>
  URL.canParse(base)
    ? html.replace(
        /(\s(?:href|src)\s*=\s*)(?:"([^"<>]*)"|'([^'<>]*)')/gi,
        (whole, name: string, double?: string, single?: string) => {
          const address = URL.parse((double ?? single ?? '').replaceAll('&amp;', '&'), base)?.href;
          return address === undefined ? whole : `${name}"${escapeHtml(address)}"`;
        },
      )
    : html;

/**
 * True for text that an Atom feed declares as plain (RFC 4287, 3.1.1.1 and 4.1.3). All other text may be HTML, because
 * many feeds contain HTML without declaring it.
 */
const isPlain = (value: unknown): boolean => /^text(?:\/plain)?$/i.test(textOf(nodeOf(value)['@type']));

function titleOf(value: unknown): string {
  const text = textOf(value);
  if (isPlain(value)) return text;
  return /&#?\w+;|<\/?[a-z]/i.test(text) ? textContent(parseDocument(text)).replace(/\s+/g, ' ').trim() : text;
}

function linkOf(entry: XmlNode): string | undefined {
  const links = listOf(entry.link);
  const best = links.find((link) => (link['@rel'] ?? 'alternate') === 'alternate') ?? links[0];
  const href =
    textOf(best?.['@href']) || textOf(best) || (/^https?:/.test(textOf(entry.guid)) ? textOf(entry.guid) : '');
  return href === '' ? undefined : href;
}

/** Converts Atom content (escaped HTML, plain text or inline XHTML) to HTML. */
function bodyOf(value: unknown): string {
  const type = textOf(nodeOf(value)['@type']);
  const raw = typeof value === 'string' ? value : String(nodeOf(value)['#'] ?? '');
  if (type === 'xhtml') return raw;
  const text = unescapeXml(
    raw.replace(/<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g, (_, inner: string) =>
      inner.replace(/&/g, '&amp;').replace(/</g, '&lt;'),
    ),
  ).trim();
  return type === 'html' || (!isPlain(value) && /<\w[^<>]*>/.test(text)) ? text : escapeHtml(text);
}

const nodeOf = (value: unknown): XmlNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as XmlNode) : {};

function listOf(value: unknown): readonly XmlNode[] {
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return list.map((one) => (typeof one === 'string' ? { '#': one } : nodeOf(one)));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return textOf(value[0]);
  const text = typeof value === 'object' && value !== null ? (value as XmlNode)['#'] : value;
  return text === undefined || text === null ? '' : plainText(String(text)).trim();
}

/** Decodes character references, including HTML entities, which feeds often contain. */
const plainText = (text: string): string =>
  text.includes('&') ? textContent(parseDocument(text.replaceAll('<', '&lt;'))) : text;

/** Converts a feed to HTML: its title, then a linked heading and the content of each entry. */
export function feedHtml(feed: Feed): string {
  const head = `<h1>${escapeHtml(feed.title || 'Feed')}</h1>${feed.description === '' ? '' : `<p>${escapeHtml(feed.description)}</p>`}`;
  return `${head}\n${feed.entries.map(entryHtml).join('\n')}`;
}

function entryHtml({ title, href, date, author, body }: FeedEntry): string {
  const name = escapeHtml(title || href || 'Untitled');
  const heading = href === undefined ? name : `<a href="${escapeHtml(href)}">${name}</a>`;
  const facts = [date, author]
    .filter((fact) => fact !== undefined)
    .map(escapeHtml)
    .join(' · ');
  return `<article><h2>${heading}</h2>${facts === '' ? '' : `<p>${facts}</p>`}<div>${body}</div></article>`;
}
