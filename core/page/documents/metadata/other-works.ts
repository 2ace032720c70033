import { type Element, isTag, type Text } from 'domhandler';
import { shortText } from './short-text';

/** Matches headings above comments or above links to other works (e.g. articles). */
const OTHER_WORKS =
  /^(?:see also|related|further reading|read (?:more|next)|more (?:from|on|about|stories|articles|posts)|(?:you )?(?:may|might) also|recommended|most (?:read|popular)|(?:popular|trending)(?: \p{L}+)?$|references|external links|(?:\d+ )?comments?(?: \(?\d+\)?)?$|siehe auch|weiterlesen|weiterführend|mehr (?:zum|von|aus)|lesen sie auch|auch interessant|meistgelesen|literatur|einzelnachweise|weblinks|(?:\d+ )?kommentare?(?: \(?\d+\)?)?$|voir aussi|à lire aussi|commentaires|ver también|relacionad|comentarios|veja também|vedi anche|leggi anche|commenti|zie ook|reacties|zobacz też|komentarze)/iu;
const MIN_TITLE_WORDS = 3;
const MAX_LEVELS = 5;
const MAX_CARD_TEXT = 400;

/** True for a heading above comments or above links to other works. */
export const headsOtherWorks = (heading: string): boolean => OTHER_WORKS.test(heading);

/** True for text that names the author of a linked work, e.g. `<a>Title of the work</a> by Ada Holm`. */
export function isCredit({ previousSibling: before, parent }: Text): boolean {
  if (!before || !isTag(before) || before.name !== 'a') return false;
  return (parent && isTag(parent) && parent.name === 'li') || hasTitleLength(before);
}

const hasTitleLength = (link: Element): boolean => shortText(link).split(' ').length >= MIN_TITLE_WORDS;

/**
 * True for an element in a card about another work, such as another article. A card is a short section whose linked
 * headline differs from the page's title.
 */
export function isOnOtherCard(element: Element, pageTitle: string): boolean {
  let { parent: up } = element;
  for (let level = 0; level < MAX_LEVELS && up && isTag(up); level++, up = up.parent) {
    if (/^(?:html|body|main)$/.test(up.name) || shortText(up, MAX_CARD_TEXT).length === MAX_CARD_TEXT) return false;
    const headline = headlineOf(up, element);
    if (headline) return headline.name !== 'h1' && !pageTitle.includes(shortText(headline));
  }
  return false;
}

/** True if the nearest heading above an element introduces other works or comments. */
export function isBelowOtherWorks(element: Element): boolean {
  for (let up: Element | undefined = element; up; up = up.parent && isTag(up.parent) ? up.parent : undefined)
    for (let before = up.previousSibling; before; before = before.previousSibling)
      if (isTag(before) && /^h[1-6]$/.test(before.name))
        return before.name !== 'h1' && headsOtherWorks(shortText(before));
  return false;
}

/**
 * Returns the headline of a card: an `h1`, or a heading in or around a link. In a list item, also accepts a long link
 * before the byline.
 */
function headlineOf(card: Element, byline: Element): Element | undefined {
  let mayBeLink = card.name === 'li';
  const search = (parent: Element, inLink: boolean): Element | undefined => {
    for (const child of parent.children) {
      if (child === byline) mayBeLink = false;
      if (child === byline || !isTag(child)) continue;
      const isHeading = /^h[2-6]$/.test(child.name) && (inLink || hasLink(child));
      if (child.name === 'h1' || isHeading || (mayBeLink && isLink(child) && hasTitleLength(child))) return child;
      const found = search(child, inLink || isLink(child));
      if (found) return found;
    }
    return undefined;
  };
  return search(card, isLink(card));
}

const hasLink = (parent: Element): boolean =>
  parent.children.some((child) => isTag(child) && (isLink(child) || hasLink(child)));

/** True for a link to another page. False for a link to a section of this page. */
const isLink = ({ name, attribs }: Element): boolean => name === 'a' && /^[^#]/.test(attribs.href ?? '');
