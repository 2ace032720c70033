import { type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';
import { hasDigit } from '../../../common/values/digits';
import { isNameOfSite } from '../content/headline';
import { surveyOf } from '../content/page-survey';
import { oneLine } from '../content/text';
import { remember } from '../remember';
import { isInCard, linksElsewhere } from './card-headings';
import { type DateStyle, findDay } from './dates';
import { headsOtherWorks, isCredit, isOnOtherCard } from './other-works';
import { BY, isEditNote, statesPublication } from './publication-line';
import { SKIPPED_TAGS, shortText } from './short-text';
import { isInSiteFooter } from './site-footer';
import { isUserPanel, isUserSignature } from './user-panels';

/**
 * A name or date on the page. `distance` is the number of elements from the headline to the name or date, negative
 * above the headline.
 */
export interface Sighting {
  readonly value: string;
  readonly distance: number;
}

/** Authors and dates on the visible page, in page order. */
export interface VisibleFacts {
  readonly itempropAuthors: readonly string[];
  readonly itempropDate: string | undefined;
  readonly relAuthors: readonly Sighting[];
  readonly bylines: readonly Sighting[];
  readonly posters: readonly Sighting[];
  readonly times: readonly Sighting[];
  readonly days: readonly Sighting[];
}

const MAX_ELEMENTS = 30_000;
const MAX_TEXT = 160;
const MAX_SIGHTINGS = 40;
const MAX_LINE = 120;
const MAX_HEADLINES = 5;
const BYLINE =
  /(^|[\s_-])(by-?line|authors?|author-?name|post-?author|entry-?author|article-?author|contributors?|writer|autor)([\s_-]|$)/i;
const POSTER =
  /(^|[\s_-])(user-?name|poster|nick-?name|post-?user|message-?name|member-?name|creator|user-?link|big-?username)([\s_-]|$)/i;
const AUTHOR_PAGE =
  /\/(authors?|autor(?:es|en|in)?|auteurs?|autor[ei]|redakteure?|contributors?|writers?|columnists?|reviewers?|experts?|our-experts|by)\/[^/?#]+\/?$/i;
const POSTER_PAGE = /\/(users?|members?|profiles?|u)\/[^/?#]+|mode=viewprofile|member\.php|action=profile/i;
const COMMENT =
  /comment|review|testimonial|related|sidebar|recommend|footer(?!fix)|(?<![\w-])widget|popular|latest|trending/i;
const BY_ALONE =
  /^(?:(?:written|posted|published|reviewed|story|words|text|started)\s+)?(?:by|von|por|par|door|authors?|contributors?)\s*:?$/i;
/** Class names that describe something other than the element itself, e.g. its content or the entire page. */
const MENTION = /(?<!\S)\S*(?<![a-z])(?:has|with|no|without|beside|container|wrapper|layout|page)(?![a-z])\S*/gi;
/** Matches a word before a date that marks the start or end of something, e.g. "until" or "starting". */
const OTHER_DAY =
  /^\P{L}*(?:ab|bis|from|until|by|starting|à partir|dès|a partire|desde|hasta|entro|vanaf|tot|od|do|från)\s|(?<!\p{L})(?:until|before|bis(?: zum)?|avant le|hasta el|antes del|entro il|até|uiterlijk|senast(?: den)?)\s(?:\p{L}+\.?,?\s)?\d/iu;
/** True for text whose date marks the start or end of something, e.g. "until 3 May". */
export const isOtherDay = (text: string): boolean => OTHER_DAY.test(text);
const HATOM_DATE = /(?<!\S)published(?!\S)/;
const maxLevelsToComment = 12;

const DATE_CLASS = /date|time|publish|posted|updated|meta|byline|info/i;

const namesOf = (first: string | undefined, second: string | undefined): string =>
  second === undefined ? (first ?? '') : `${first ?? ''} ${second}`;

/**
 * True for text that is too long for a line. Counts only printable ASCII characters, because normalizing the text first
 * would be slow.
 */
function isLong(text: string): boolean {
  if (text.length <= MAX_LINE) return false;
  let printed = 0;
  for (let i = 0; i < text.length && printed <= MAX_LINE; i++) {
    const code = text.charCodeAt(i);
    if (code > 32 && code < 127) printed++;
  }
  return printed > MAX_LINE;
}

/**
 * Quick check whether a text may be a byline, by its first letter. Non-ASCII letters pass, because some of them match
 * Latin letters when case is ignored.
 */
const mayBeByline = (text: string): boolean => /^[abcdpstvw\u0080-\uffff]/i.test(text);

const IS_BYLINE = 1;
const IS_POSTER = 2;
const IS_QUIET = 4;

/** True for class names of comments, sidebars and similar parts, but not for names such as `has-sidebar`. */
const isQuiet = (names: string): boolean => COMMENT.test(names) && COMMENT.test(names.replace(MENTION, ''));

/** Returns bit flags for class names. Results are cached, because the same names repeat on a page and across a site. */
const classBits = remember(
  (names) =>
    (BYLINE.test(names) ? IS_BYLINE : 0) | (POSTER.test(names) ? IS_POSTER : 0) | (isQuiet(names) ? IS_QUIET : 0),
);

/**
 * Returns the flags for an element's class, ID and test ID. IDs never mark authors. Test IDs never mark skipped parts.
 */
function bitsOf({ name, attribs }: Element): number {
  // Classes of `html` and `body` are settings of the theme and do not describe the element itself.
  if (name === 'html' || name === 'body') return 0;
  const { class: classes, id, 'data-testid': testId } = attribs;
  let bits = classes === undefined ? 0 : classBits(classes);
  if (id !== undefined) bits |= classBits(id) & IS_QUIET;
  if (testId !== undefined) bits |= classBits(testId) & ~IS_QUIET;
  return bits;
}

function isInComment(element: Element): boolean {
  let up: ParentNode | null = element;
  for (let level = 0; up && isTag(up) && level < maxLevelsToComment; level++, up = up.parent)
    if (/comment/i.test(namesOf(up.attribs.class, up.attribs.id))) return true;
  return false;
}

interface Open {
  readonly node: ParentNode;
  readonly quiet: boolean;
  /** True inside a panel about a user. Dates in such a panel do not refer to the page. */
  readonly isPanel: boolean;
  next: number;
}

class Reader {
  constructor(
    private readonly style: DateStyle,
    private readonly title: string,
  ) {}

  readonly itempropAuthors: string[] = [];
  itempropDate: string | undefined;
  readonly relAuthors: Sighting[] = [];
  readonly bylines: Sighting[] = [];
  readonly posters: Sighting[] = [];
  readonly times: Sighting[] = [];
  readonly days: Sighting[] = [];
  private headlineAt: number | undefined;
  /**
   * Level of the heading that introduces comments or links to other works, or 0 if the current element is not below
   * such a heading.
   */
  private listLevel = 0;
  private at = 0;

  read(root: ParentNode): void {
    const stack: Open[] = [{ node: root, quiet: false, isPanel: false, next: 0 }];
    for (
      let top = stack[stack.length - 1];
      top !== undefined && this.at < MAX_ELEMENTS;
      top = stack[stack.length - 1]
    ) {
      const child = top.node.children[top.next++];
      if (child === undefined) stack.pop();
      else if (isTag(child) && !SKIPPED_TAGS.has(child.name)) {
        this.at++;
        const bits = top.quiet ? 0 : bitsOf(child);
        const quiet =
          top.quiet ||
          (bits & IS_QUIET) !== 0 ||
          child.name === 'blockquote' ||
          isEdit(child) ||
          isUserSignature(child);
        const isPanel = top.isPanel || isUserPanel(child);
        this.visit(child, bits, quiet, isPanel);
        stack.push({ node: child, quiet, isPanel, next: 0 });
      }
    }
  }

  private visit(element: Element, bits: number, quiet: boolean, isPanel: boolean): void {
    const { name, attribs } = element;
    if (name === 'h1') this.headlineAt = this.at;
    const level = Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);
    if (level > 0 && (this.listLevel === 0 || level <= this.listLevel))
      this.listLevel = level > 1 && headsOtherWorks(shortText(element)) ? level : 0;
    if (attribs.itemprop !== undefined) this.itemprop(element, attribs.itemprop);
    const names = namesOf(attribs.class, attribs['data-testid']);
    // In hAtom, the date of an entry may be in the entry's footer.
    if (quiet && name === 'abbr' && HATOM_DATE.test(names) && !isInComment(element))
      this.push(this.times, attribs.title ?? '');
    if (quiet || this.listLevel > 0) return;
    if (name === 'time' && !isPanel) this.push(this.times, attribs.datetime ?? shortText(element));
    else if (name === 'abbr' && /published|date/i.test(names)) this.push(this.times, attribs.title ?? '');
    else if (name === 'a') this.link(element);
    this.named(element, bits);
    this.ownText(element, names, isPanel);
  }

  private named(element: Element, bits: number): void {
    if ((bits & IS_BYLINE) !== 0) this.author(this.bylines, linkText(element) || shortText(element), element);
    else if ((bits & IS_POSTER) !== 0) this.push(this.posters, linkText(element) || shortText(element));
  }

  private link(element: Element): void {
    const { rel, href } = element.attribs;
    const isAuthor = (rel !== undefined && /\bauthor\b/i.test(rel)) || (href !== undefined && AUTHOR_PAGE.test(href));
    if (isAuthor) this.author(this.relAuthors, shortText(element), element);
    else if (href !== undefined && POSTER_PAGE.test(href)) this.push(this.posters, shortText(element));
  }

  private ownText(element: Element, names: string, isPanel: boolean): void {
    for (const child of element.children) {
      if (!isText(child) || child.data.length < 2 || isLong(child.data)) continue;
      const text = oneLine(child.data);
      if (text.length < 2 || text.length > MAX_LINE) continue;
      if (mayBeByline(text) && !isCredit(child)) this.byline(element, text);
      const mayBeDay = !isPanel && this.days.length < MAX_SIGHTINGS && text.length > 5 && hasDigit(text);
      if (
        mayBeDay &&
        findDay(text, this.style) !== undefined &&
        !isOtherDay(text) &&
        !/join|member-?since|registered|today|current-?date/i.test(names) &&
        (text.length < 60 || DATE_CLASS.test(names)) &&
        statesPublication(text, this.style)
      )
        this.push(this.days, text);
    }
  }

  private byline(element: Element, text: string): void {
    if (BY.test(text)) this.author(this.bylines, text, element);
    else if (BY_ALONE.test(text)) this.author(this.bylines, linkText(element) || namedAfter(element, text), element);
  }

  private itemprop(element: Element, itemprop: string): void {
    const { attribs } = element;
    if (/\b(datePublished|dateCreated|publishDate)\b/.test(itemprop)) {
      this.itempropDate ??= attribs.content ?? attribs.datetime ?? shortText(element);
    }
    if (!/\bauthor\b/.test(itemprop) || this.itempropAuthors.length >= 5 || isInSiteFooter(element)) return;
    const named = element.children.find((child) => isTag(child) && child.attribs.itemprop === 'name');
    const holder = named !== undefined && isTag(named) ? named : element;
    const text = holder.attribs.content ?? shortText(holder);
    if (text !== '') this.itempropAuthors.push(text);
  }

  private author(list: Sighting[], value: string, element: Element): void {
    if (value !== '' && list.length < MAX_SIGHTINGS && !isOnOtherCard(element, this.title)) this.push(list, value);
  }

  private push(list: Sighting[], value: string): void {
    if (value === '' || list.length >= MAX_SIGHTINGS) return;
    // The distance is unknown if there is no headline.
    list.push({ value, distance: this.headlineAt === undefined ? Number.NaN : this.at - this.headlineAt });
  }
}

/** True for a note such as "edited Jun 9", or for an element with the date of such a note. */
function isEdit(element: Element): boolean {
  const { name, children, previousSibling: before } = element;
  const first = children.find((child) => isText(child) && child.data.trim() !== '');
  if (first && isText(first) && isEditNote(first.data) && isEditNote(shortText(element))) return true;
  return (name === 'span' || name === 'time') && before !== null && isText(before) && isEditNote(before.data);
}

/** Returns the name after a label such as "By": from the same element, else from the next or parent element. */
function namedAfter(element: Element, label: string): string {
  const own = shortText(element);
  if (own.length > label.length || element.parent === null) return own;
  return linkAfter(element) || shortText(element.parent).replace(own, '').trim();
}

function linkAfter(element: Element): string {
  const next = element.nextSibling;
  return next !== null && isTag(next) ? linkText(next) : '';
}

/** Returns the text of the first link in an element, which is usually the name in a byline. */
function linkText(element: Element): string {
  const stack: ParentNode[] = [element];
  for (let node = stack.pop(), visited = 0; node !== undefined && visited < 60; node = stack.pop(), visited++) {
    if (isTag(node) && node.name === 'a') {
      const text = shortText(node);
      if (text !== '') return text;
    }
    for (let i = Math.min(node.children.length, 30) - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child !== undefined && isTag(child)) stack.push(child);
    }
  }
  return '';
}

/** Finds bylines and dates on the visible page. Skips navigation, asides, footers and comments. */
export function readVisible(document: Document, style: DateStyle, title: string): VisibleFacts {
  const reader = new Reader({ language: style.language, order: 'day-first', isSure: false }, title);
  reader.read(document);
  return reader;
}

/** An `h1` of a page. */
export interface Headline {
  readonly text: string;
  /** True if the heading links to the home page or is marked as a logo. */
  readonly isLogo: boolean;
  /** True if the heading is in the site header, where it often contains only the site name. */
  readonly isInSiteHeader: boolean;
  /** True for the heading of a card that links to another page. */
  readonly isOfCard: boolean;
}

/** Returns the first few `h1` headings, in page order. */
export function readHeadlines(document: Document): readonly Headline[] {
  const found: Headline[] = [];
  for (const heading of surveyOf(document).headlines) {
    if (found.length === MAX_HEADLINES) break;
    const text = isSkipped(heading) ? '' : shortText(heading, MAX_TEXT * 2);
    if (text === '') continue;
    found.push({
      text,
      isLogo: isNameOfSite(heading),
      isInSiteHeader: isInSiteHeader(heading),
      isOfCard: linksElsewhere(heading) && isInCard(heading),
    });
  }
  return found;
}

/** True for an element inside a `header`, unless the `header` is part of an article or a `main` element. */
function isInSiteHeader(element: Element): boolean {
  let isInHeader = false;
  for (let up: ParentNode | null = element; up !== null && isTag(up); up = up.parent) {
    if (up.name === 'article' || up.name === 'main') return false;
    isInHeader ||= up.name === 'header';
  }
  return isInHeader;
}

function isSkipped(element: Element): boolean {
  for (let up: ParentNode | null = element; up !== null && isTag(up); up = up.parent)
    if (SKIPPED_TAGS.has(up.name)) return true;
  return false;
}
