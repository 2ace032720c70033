import { type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';
import { findDay } from './dates';

/** A name or day seen on the page, and how near the headline it stands (in elements, negative before it). */
export interface Sighting {
  readonly value: string;
  readonly distance: number;
}

/** What readers see of author and date, in page order. */
export interface VisibleFacts {
  readonly itempropAuthors: readonly string[];
  readonly itempropDate: string | undefined;
  readonly relAuthors: readonly Sighting[];
  readonly bylines: readonly Sighting[];
  readonly posters: readonly Sighting[];
  readonly times: readonly Sighting[];
  readonly days: readonly Sighting[];
}

const SKIP = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'select',
  'textarea',
  'nav',
  'footer',
  'aside',
]);
const MAX_ELEMENTS = 30_000;
const MAX_TEXT = 160;
const BYLINE =
  /(^|[\s_-])(by-?line|author|author-?name|post-?author|entry-?author|article-?author|contributor|writer|autor)([\s_-]|$)/i;
const POSTER =
  /(^|[\s_-])(user-?name|poster|nick-?name|post-?user|message-?name|member-?name|creator|user-?link|author)([\s_-]|$)/i;
const COMMENT = /comment|related|sidebar|recommend|footer|widget|popular|latest/i;
const BY =
  /^(?:(?:written|posted|published|reviewed|story|words|text)\s+)?(?:by|von|por|par|di|door|av|af)[:\s]+(\p{Lu}.{1,60})$/iu;
const DATE_CLASS = /date|time|publish|posted|updated|meta|byline|info/i;

interface Open {
  readonly node: ParentNode;
  readonly quiet: boolean;
  next: number;
}

/** The text of an element up to a limit, without walking further than that. */
export function shortText(element: ParentNode, limit = MAX_TEXT): string {
  let text = '';
  const stack: ParentNode[] = [element];
  let visited = 0;
  for (
    let node = stack.pop();
    node !== undefined && text.length < limit && visited < 200;
    node = stack.pop(), visited++
  ) {
    for (const child of node.children.slice(0, 60)) if (isText(child)) text += ` ${child.data}`;
    for (let i = Math.min(node.children.length, 60) - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child !== undefined && isTag(child) && !SKIP.has(child.name)) stack.push(child);
    }
  }
  return text.replace(/\s+/g, ' ').trim().slice(0, limit);
}

class Reader {
  readonly itempropAuthors: string[] = [];
  itempropDate: string | undefined;
  readonly relAuthors: Sighting[] = [];
  readonly bylines: Sighting[] = [];
  readonly posters: Sighting[] = [];
  readonly times: Sighting[] = [];
  readonly days: Sighting[] = [];
  private headlineAt: number | undefined;
  private at = 0;

  read(root: ParentNode): void {
    const stack: Open[] = [{ node: root, quiet: false, next: 0 }];
    for (
      let top = stack[stack.length - 1];
      top !== undefined && this.at < MAX_ELEMENTS;
      top = stack[stack.length - 1]
    ) {
      const child = top.node.children[top.next++];
      if (child === undefined) stack.pop();
      else if (isTag(child) && !SKIP.has(child.name)) {
        this.at++;
        const quiet = top.quiet || COMMENT.test(`${child.attribs.class ?? ''} ${child.attribs.id ?? ''}`);
        this.visit(child, quiet);
        stack.push({ node: child, quiet, next: 0 });
      }
    }
  }

  private visit(element: Element, quiet: boolean): void {
    const { name, attribs } = element;
    if (name === 'h1') this.headlineAt = this.at;
    if (attribs.itemprop !== undefined) this.itemprop(element, attribs.itemprop);
    if (quiet) return;
    if (name === 'time') this.push(this.times, attribs.datetime ?? shortText(element));
    if (name === 'abbr' && /published|date/i.test(attribs.class ?? '')) this.push(this.times, attribs.title ?? '');
    if (name === 'a' && /\bauthor\b/i.test(attribs.rel ?? '')) this.push(this.relAuthors, shortText(element));
    const names = `${attribs.class ?? ''} ${attribs['data-testid'] ?? ''}`;
    if (BYLINE.test(names)) this.push(this.bylines, shortText(element));
    else if (POSTER.test(names)) this.push(this.posters, shortText(element));
    this.ownText(element, names);
  }

  private ownText(element: Element, names: string): void {
    for (const child of element.children) {
      if (!isText(child) || child.data.length < 4) continue;
      const text = child.data.replace(/\s+/g, ' ').trim();
      if (text.length < 4 || text.length > 120) continue;
      if (BY.test(text)) this.push(this.bylines, text);
      const day = /\d/.test(text) ? findDay(text) : undefined;
      if (day !== undefined && (text.length < 60 || DATE_CLASS.test(names))) this.push(this.days, day);
    }
  }

  private itemprop(element: Element, itemprop: string): void {
    const { attribs } = element;
    if (/\bdatePublished\b/.test(itemprop))
      this.itempropDate ??= attribs.content ?? attribs.datetime ?? shortText(element);
    if (!/\bauthor\b/.test(itemprop) || this.itempropAuthors.length >= 5) return;
    const named = element.children.find((child) => isTag(child) && child.attribs.itemprop === 'name');
    const text =
      attribs.content ??
      (named !== undefined && isTag(named) ? (named.attribs.content ?? shortText(named)) : shortText(element));
    if (text !== '') this.itempropAuthors.push(text);
  }

  private push(list: Sighting[], value: string): void {
    if (value === '' || list.length >= 40) return;
    list.push({ value, distance: this.headlineAt === undefined ? -this.at : this.at - this.headlineAt });
  }
}

/** Looks for bylines, times and days on the visible page; navigation, asides, footers and comments are passed over. */
export function readVisible(document: Document): VisibleFacts {
  const reader = new Reader();
  reader.read(document);
  return reader;
}
