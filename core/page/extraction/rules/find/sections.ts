import type { Element } from 'domhandler';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { wordsOfAttributes } from '../page/hints';
import { findElements, parentOf, textOf } from '../page/text-of';
import { isPerson } from './bylines';
import { excerptOf, type ListSighting, type Sighting } from './sighting';

const CATEGORY_LINK =
  /\/(?:categor(?:y|ies|ia|ias|ie)|kategorien?|catégories?|rubri(?:k|que|ca|ek)|sections?|topics?|c)\/[^/?#]+\/?$/i;
const IS_CATEGORY = /\bcategory\b/;
const CATEGORY_WORDS =
  / (?:category|categories|cat|kategorie|categorie|categoria|rubrik|rubrique|rubryka|rubrica|section|sezione|seccion|secao|label|eyebrow|overline|kicker|dachzeile|article tag|primary tag) /;
/** Maximum number of lines between the headline and a category above or below it. */
const [before, after] = [8, 12];
const maxChars = 40;

/**
 * Returns the categories of an article: category links and short elements with a category class, if they are near the
 * headline.
 */
export function categories({ document, view }: Evidence): readonly Sighting[] {
  const isNear = (at: number) => at >= view.headlineAt - before && at <= view.headlineAt + after;
  const links = findElements(document, isCategoryLink, 40).filter(
    (node) => isNear(view.firstLine.get(node) ?? -99) || isLabelled(node, { view }),
  );
  const named = view.hinted.filter(
    ({ words, from, to, chars, flags, node }) =>
      CATEGORY_WORDS.test(words) &&
      isNear(from) &&
      to - from <= 1 &&
      chars <= maxChars &&
      !(flags & OUTSIDE) &&
      !/^(?:label|h\d)$/.test(node.name),
  );
  return [
    ...links
      .filter((node) => {
        // Some themes show the category in the footer of the article.
        const away =
          IS_CATEGORY.test(node.attribs.rel ?? '') || isLabelled(node, { view }) ? OUTSIDE & ~flag.footer : OUTSIDE;
        return !((view.lines[view.firstLine.get(node) ?? 0]?.flags ?? 0) & away);
      })
      .map((node) => sighting(node, isLabelled(node, { view }) ? 0.65 : 0.55)),
    ...named.map(({ node }) => sighting(node, 0.4)),
  ].filter(({ raw }) => /\p{L}/u.test(String(raw)) && String(raw).length <= maxChars);
}

/** The start of a line that states the category, e.g. `Posted under Sails`. */
const FILED =
  /^(?:posted|filed|published|categori[sz]ed)\s(?:(?:by|on)\s.{2,60}\s)?(?:in|under)(?!\p{L})|^(?:category|kategorie|catégorie|categoría|categoria|rubrik|rubrique)\s?[:：]/iu;

const isLabelled = (node: Element, { view }: Pick<Evidence, 'view'>): boolean =>
  FILED.test(view.lines[view.firstLine.get(node) ?? -1]?.text ?? '');

const isCategoryLink = ({ name, attribs }: Element): boolean =>
  name === 'a' && (IS_CATEGORY.test(attribs.rel ?? '') || CATEGORY_LINK.test(attribs.href ?? ''));

const sighting = (node: Element, weight: number): Sighting => {
  const text = textOf(node);
  return { raw: text, weight, kind: 'attribute', node, excerpt: excerptOf(text) };
};

const TAG_WORDS = /(?:^|[\s_-])(?:post-?tags?|tags?|topic-?tags?|c-tags|labels?|keywords)(?:$|[\s_-])/i;

/** Returns the tags of a page: links that are marked as tags or are inside a tag box. */
export function tagLists({ document, view }: Evidence): readonly ListSighting[] {
  const isIn = (node: Element, away: number) =>
    !((view.lines[view.firstLine.get(node) ?? 0]?.flags ?? 0) & ((OUTSIDE & ~flag.footer) | away));
  const marked = findElements(
    document,
    ({ name, attribs }) => name === 'a' && /(?:^|\s)tag$/.test(attribs.rel ?? ''),
    60,
  );
  // Some themes mark categories as tags, too.
  const isCategory = (link: Element) => CATEGORY_LINK.test(link.attribs.href ?? '') || isInCategoryBox(link);
  const named = marked.filter(({ attribs }) => !/category/.test(attribs.rel ?? ''));
  const others = named.filter((link) => !isCategory(link));
  const tags = others.length > 0 ? others : named;
  const boxed = findElements(document, ({ name, attribs }) => name === 'a' && TAG_WORDS.test(attribs.class ?? ''), 60);
  return [tags, boxed].flatMap((links) => {
    const own = links.filter((link) => isIn(link, flag.review) && isTag(link));
    // The first post of a thread contains the thread's tags, but posts may be flagged as reviews.
    const first = own.length > 0 ? own : links.filter((link) => isIn(link, 0) && isTag(link));
    const entries = firstBox(first).map((node) => sighting(node, 0.6));
    return entries.length > 0 ? [{ entries, weight: 0.62 }] : [];
  });
}

const isInCategoryBox = (link: Element): boolean =>
  / (?:category|categories) /.test(wordsOfAttributes({ class: parentOf(link)?.attribs.class ?? '' }));

const CLOUD = /tag-?cloud/i;
const SOCIAL =
  /^https?:\/\/(?:[\w-]+\.)?(?:facebook|twitter|x|linkedin|youtube|instagram|pinterest|tiktok|xing|whatsapp)\.com(?:\/|$)/i;

/** True for a link to a tag. False for links to social network profiles and for links in a site-wide tag cloud. */
function isTag(link: Element): boolean {
  if (SOCIAL.test(link.attribs.href ?? '')) return false;
  let up: Element | undefined = link;
  for (let level = 0; up && level < 4; level++, up = parentOf(up)) if (CLOUD.test(up.attribs.class ?? '')) return false;
  return true;
}

/**
 * Returns the tags of the page itself. If a tag occurs twice, the page also lists the tags of other pages. In that
 * case, only the tags in the same container as the first tag count.
 */
function firstBox(links: readonly Element[]): readonly Element[] {
  const [first] = links;
  if (!first || new Set(links.map(textOf)).size === links.length) return links;
  const boxOf = (link: Element) =>
    parentOf(link)?.name === 'li' ? parentOf(parentOf(link) as Element) : parentOf(link);
  return links.filter((link) => boxOf(link) === boxOf(first));
}

const AUTHORS = /(?:^|[\s_-])(?:authors?|author-?list|byline|contributors?|creators?)(?:$|[\s_-])/i;
const maxAuthors = 100;

/** Returns authors from an author element that contains one link per name. */
export function authorLists({ document, view }: Evidence): readonly ListSighting[] {
  const boxes = findElements(
    document,
    ({ name, attribs }) => /^(?:p|div|span|ul|ol|section)$/.test(name) && AUTHORS.test(attribs.class ?? ''),
    20,
  );
  return boxes.flatMap((box) => {
    const at = view.firstLine.get(box) ?? 0;
    if ((view.lines[at]?.flags ?? 0) & (OUTSIDE | flag.review) || at > view.headlineAt + after) return [];
    const links = findElements(box, ({ name }) => name === 'a', maxAuthors).filter((link) => isPerson(textOf(link)));
    return links.length < 2 ? [] : [{ entries: links.map((link) => sighting(link, 0.6)), weight: 0.62 }];
  });
}
