import { Parser } from 'htmlparser2';

/** A sitemap entry: a page, its version in another language (`hreflang`), or another sitemap. */
export interface SitemapItem {
  readonly kind: 'page' | 'alternate' | 'sitemap';
  /** URL as written, possibly relative. */
  readonly loc: string;
  /** Date of the last modification, as written. */
  readonly lastmod?: string;
}

/** Kinds of entries in sitemaps, RSS and Atom, by element name. */
const holders: Readonly<Record<string, SitemapItem['kind']>> = {
  url: 'page',
  sitemap: 'sitemap',
  item: 'page',
  entry: 'page',
};

const locNames = new Set(['loc', 'link']);
const dateNames = new Set(['lastmod', 'pubdate', 'updated']);

const maxLocLength = 4096;
const maxNesting = 64;

/** Returns the name in lower case, without its namespace prefix. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

/**
 * Streaming parser for sitemaps, sitemap indexes, RSS, Atom and plain text with one URL per line. Ignores DOCTYPE
 * declarations: only the five predefined entities of XML are resolved, and nothing external is loaded.
 */
export class SitemapParser {
  readonly #items: SitemapItem[] = [];
  readonly #path: string[] = [];
  #form: 'unknown' | 'xml' | 'text' | 'none' = 'unknown';
  #loc = '';
  #lastmod = '';
  #line = '';
  readonly #xml = new Parser(
    {
      onopentag: (name, attributes) => this.#open(localName(name), attributes),
      ontext: (text) => this.#text(text),
      onclosetag: (name) => this.#close(localName(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );

  /** True when the file is not a sitemap, so the rest can be skipped. */
  get isForeign(): boolean {
    return this.#form === 'none';
  }

  /** Parses a chunk. Returns the entries that are now complete. */
  push(piece: string): readonly SitemapItem[] {
    if (this.#form === 'unknown') this.#form = formOf(piece);
    if (this.#form === 'xml') this.#xml.write(piece);
    if (this.#form === 'text') this.#readLines(piece);
    return this.#items.splice(0);
  }

  /** Finishes parsing. Returns the remaining entries. */
  end(): readonly SitemapItem[] {
    if (this.#form === 'xml') this.#xml.end();
    if (this.#form === 'text') this.#readLines('\n');
    return this.#items.splice(0);
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    const parent = this.#path.at(-1);
    if (parent === undefined && name === 'html') this.#form = 'none';
    if (this.#path.length >= maxNesting) this.#form = 'none';
    if (this.#form === 'none') return;
    this.#path.push(name);
    if (holders[name]) {
      this.#loc = '';
      this.#lastmod = '';
    }
    // In Atom, the URL of an entry is in an attribute of `link`. Links such as `rel="enclosure"` are ignored, because
    // they do not lead to the page.
    const { rel = '', hreflang, href = '' } = attributes;
    if (name === 'link' && parent === 'url' && hreflang && /^alternate$/i.test(rel)) this.#add('alternate', href);
    if (name === 'link' && parent === 'entry' && /^(?:alternate)?$/.test(rel)) {
      this.#loc ||= href;
    }
  }

  #text(text: string): void {
    const name = this.#path.at(-1) ?? '';
    if (!holders[this.#path.at(-2) ?? '']) return;
    if (locNames.has(name) && this.#loc.length <= maxLocLength) this.#loc += text;
    if (dateNames.has(name) && this.#lastmod.length < 64) this.#lastmod += text;
  }

  #close(name: string): void {
    if (this.#path.at(-1) !== name) return;
    this.#path.pop();
    const kind = holders[name];
    if (kind) this.#add(kind, this.#loc, this.#lastmod);
  }

  #add(kind: SitemapItem['kind'], text: string, date = ''): void {
    const loc = text.trim();
    if (loc === '' || loc.length > maxLocLength) return;
    const lastmod = date.trim();
    this.#items.push(lastmod ? { kind, loc, lastmod } : { kind, loc });
  }

  #readLines(piece: string): void {
    const lines = (this.#line + piece).split(/\r\n|\r|\n/);
    this.#line = (lines.pop() ?? '').slice(0, maxLocLength + 1);
    for (const line of lines) if (/^https?:\/\//i.test(line.trim())) this.#add('page', line);
  }
}

/** Detects the format of a file from its first characters. */
function formOf(piece: string): 'unknown' | 'xml' | 'text' | 'none' {
  const start = piece.replace(/^\ufeff/, '').trimStart();
  if (start === '') return 'unknown';
  if (start.startsWith('<')) return 'xml';
  return /^(?:h|ht|htt|https?|https?:\/{0,2}|https?:\/\/.*)$/is.test(start.slice(0, 64)) ? 'text' : 'none';
}
