import type { Document, Element } from 'domhandler';
import { textContent } from 'domutils';
import { surveyOf } from '../content/page-survey';
import { oneLine } from '../content/text';
import { baseUrlOf, resolveUrl } from '../content/urls';

/** Contents of a page's head: the values of the meta tags, grouped by name, and data from other head elements. */
export interface HeadFacts {
  /** All values by name, property or `itemprop`. Names and values are as written on the page. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
  /** The first non-empty value of each name. The names are in lower case. */
  readonly firstTags: ReadonlyMap<string, string>;
  readonly title: string;
  readonly language: string;
  readonly favicon: string;
  readonly canonical: string;
  readonly base: string;
  readonly jsonLd: readonly string[];
}

const MAX_TAGS = 2000;
const MAX_VALUE_CHARS = 20_000;
const MAX_JSON_CHARS = 2_000_000;

class HeadReader {
  readonly tags = new Map<string, string[]>();
  readonly jsonLd: string[] = [];
  title: string | undefined;
  language = '';
  icon = '';
  canonical = '';
  private tagCount = 0;

  visit(element: Element): void {
    const { name, attribs } = element;
    if (name === 'meta') this.meta(attribs);
    else if (name === 'title') this.readTitle(element);
    else if (name === 'html') this.language ||= oneLine(attribs.lang ?? attribs['xml:lang'] ?? '');
    else if (name === 'link') this.link(attribs);
    else if (name === 'script' && /ld\+json/i.test(attribs.type ?? ''))
      this.jsonLd.push(textContent(element).slice(0, MAX_JSON_CHARS));
  }

  private readTitle(element: Element): void {
    // A `title` in an SVG image describes the image, not the page.
    if (
      this.title !== undefined ||
      (element.parent !== null && 'name' in element.parent && element.parent.name === 'svg')
    )
      return;
    this.title = oneLine(textContent(element));
  }

  private meta(attribs: Readonly<Record<string, string>>): void {
    const content = attribs.content;
    const name = attribs.name ?? attribs.property ?? attribs.itemprop;
    if (!name || content === undefined || this.tagCount >= MAX_TAGS) return;
    this.tagCount++;
    const values = this.tags.get(name) ?? [];
    values.push(content.slice(0, MAX_VALUE_CHARS));
    this.tags.set(name, values);
  }

  private link({ rel, href }: Readonly<Record<string, string>>): void {
    const rels = (rel ?? '').toLowerCase().split(/\s+/);
    if (!href) return;
    if (rels.includes('icon')) this.icon ||= href;
    else if (rels.includes('canonical')) this.canonical ||= href;
  }
}

/** Reads the contents of the head, including misplaced tags in the body. */
export function readHead(document: Document, url: string): HeadFacts {
  const reader = new HeadReader();
  const base = baseUrlOf(document, url);
  for (const element of surveyOf(document).facts) reader.visit(element);
  const absolute = (href: string): string => (href === '' ? '' : (resolveUrl(href, base) ?? ''));
  return {
    tags: reader.tags,
    firstTags: firstValues(reader.tags),
    jsonLd: reader.jsonLd,
    base,
    title: reader.title ?? '',
    language: reader.language,
    favicon: absolute(reader.icon),
    canonical: absolute(reader.canonical),
  };
}

function firstValues(tags: HeadFacts['tags']): HeadFacts['firstTags'] {
  const first = new Map<string, string>();
  for (const [name, values] of tags) {
    const value = values.map(oneLine).find((text) => text !== '');
    if (value !== undefined && !first.has(name.toLowerCase())) first.set(name.toLowerCase(), value);
  }
  return first;
}

/**
 * Returns all non-empty values of the tags with the given name. `name` must be in lower case. The case of the tags'
 * names is ignored.
 */
export function allTags({ tags }: HeadFacts, name: string): readonly string[] {
  return [...tags].flatMap(([written, values]) =>
    written.toLowerCase() === name ? values.map(oneLine).filter((value) => value !== '') : [],
  );
}

/** Returns the value of the first name in the list that has a value. Ignores case. */
export function firstTag({ firstTags }: HeadFacts, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = firstTags.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}
