import { words } from '../../../common/values/words';
import { oneLine } from '../content/text';
import type { MainEntity } from './main-entity';
import { firstTag, type HeadFacts } from './meta-tags';
import type { Sighting, VisibleFacts } from './visible-facts';

const TAGS = words(`
  author article:author parsely-author sailthru.author dc.creator dcterms.creator citation_author
  twitter:creator:name byl og:article:author article.author cxenseparse:author
`);
const NEAR = 60;
const NOBODY =
  /^(admin|administrator|editor|staff|guest|anonymous|unknown|author|user|by|team|editorial( team| staff)?|redaktion|null|undefined|n\/a|test)$/i;
/** Names of pages and menu items that often appear as links near the headline. */
const FURNITURE =
  /^(?:home ?(?:page)?|start(?:seite)?|accueil|inicio|início|strona główna|menu|main menu|navigation|search|suche|log ?in|sign (?:in|up)|blog|news|about(?: us)?|contact(?: us)?|kontakt|impressum|imprint|overview|übersicht|docs|documentation|faq|help|hilfe|shop|next|previous|back|zurück|more|mehr|share|print|skip to (?:main )?content|table of contents|inhalt)$/i;
/** True for a word that is common in menus, such as `Home`, and is never a person's name. */
export const isFurniture = (text: string): boolean => FURNITURE.test(text.trim());
const LEAD =
  /^(?:(?:article|story|post(?:ed)?|written|published|created|reviewed|edited|words|te[kx]te?o?|testo|authors?|contributors?|autor|autorin|thread starter|started)\s*)?(?:by|von|por|par|di|door|av)?\s*[:–—-]?\s+/i;
const TAIL =
  /(?:(?<!\s)\s+)?(?:[|•·,–—]|\s-\s|\(|\b(?:photo|foto|bild)s?\s?:|\b(?:on|am|updated|published|posted|last|contributing|senior|staff|writer|editor|read|min|follow|view|see|is|has|\d{1,2}[./:]|\d{4})\b).*/is;

/** Returns a person's name without the other words of a byline. Undefined if no plausible name remains. */
export function cleanName(text: string): string | undefined {
  let name = oneLine(text);
  if (
    /^(by|von|por|par|di|door|av|written|posted|published|authors?|autor|te[kx]te?o?|testo|words|story|started|contributors?)\b/i.test(
      name,
    )
  )
    name = name.replace(LEAD, '');
  name = name
    .replace(/^(by|von|por|par)[:\s]+/i, '')
    .replace(TAIL, '')
    .replace(/^@/, '')
    .trim();
  if (name.length < 2 || name.length > 60 || name.split(' ').length > 6) return undefined;
  if (!/\p{L}/u.test(name) || /https?:|www\.|@|[{}<>]/.test(name) || NOBODY.test(name) || isFurniture(name))
    return undefined;
  return name;
}

const PARTICLE = /^(?:van|von|der|den|de|del|della|di|da|du|la|le|el|al|bin|ibn|of|the|and|und|y|e|et|&|zu|af|dos)$/;
const NOT_A_NAME =
  /\b(sign|log) ?(in|up|out)\b|\b(account|register|get started|free|our|your|my|more|click|here|member|profile|reply|posts?|years?|months?|days?)\b/i;

/**
 * True for text that looks like a personal name: capitalized words (or words in a writing system without case) and name
 * particles.
 */
function isNameLike(name: string): boolean {
  const parts = name.split(' ');
  return (
    !NOT_A_NAME.test(name) &&
    parts.some((part) => /^\p{Lu}|^\p{Lo}/u.test(part)) &&
    parts.every((part) => /^[\p{Lu}\p{Lo}'’"(]/u.test(part) || PARTICLE.test(part))
  );
}

/** True for a username: a single word in lower case or with digits. */
const isLogin = (name: string): boolean => !name.includes(' ') && !/^\p{Lo}/u.test(name) && /^\p{Ll}|\d/u.test(name);

/** Returns the most plausible author. Prefers JSON-LD, then meta tags, then the visible page. */
export function findAuthor(
  head: HeadFacts,
  entity: MainEntity | undefined,
  visible: () => VisibleFacts,
  siteName: string | undefined,
  isDiscussion: boolean,
): string | undefined {
  const isSite = (name: string): boolean => siteName !== undefined && name.toLowerCase() === siteName.toLowerCase();
  const isPerson = (name: string): boolean => !NOBODY.test(name) && !isSite(name);
  const tags = taggedAuthors(head);
  const tag = tags.find(isPerson);
  const linked = (entity?.isWork ? entity.authors : [])
    .map((name) => name.trim())
    .filter((name) => name.length > 1 && !/^https?:/.test(name));
  const persons = [...new Set(linked.filter(isPerson))].slice(0, 5);
  const only = persons.length === 1 ? persons[0] : undefined;
  // JSON-LD often contains the one-word name of the publisher, whereas a meta tag contains the writer's full name.
  if (only !== undefined && !only.includes(' ') && tag?.includes(' ') && isNameLike(tag)) return tag;
  const stated = persons.length > 0 ? persons.join(', ') : tag;
  if (stated !== undefined && !isLogin(stated)) return stated;
  const seen = seenAuthor(visible());
  if (stated !== undefined)
    return seen?.includes(' ') && isNameLike(seen) && !isSite(seen) && !isDiscussion ? seen : stated;
  if (seen !== undefined && !isSite(seen)) return seen;
  const isPoster = (name: string): boolean => !NOT_A_NAME.test(name);
  const poster = isDiscussion ? nearest(visible().posters, isPoster, 5000) : undefined;
  return linked[0] ?? tags[0] ?? poster ?? lonely([...visible().relAuthors, ...visible().bylines]);
}

function seenAuthor(visible: VisibleFacts): string | undefined {
  return (
    nearest(visible.relAuthors, isNameLike) ??
    nearest(visible.bylines, isNameLike) ??
    firstName(visible.itempropAuthors)
  );
}

/** Returns the name if there is only one. Several different names far from the headline would be unreliable. */
function lonely(sightings: readonly Sighting[]): string | undefined {
  const names = new Set<string>();
  for (const { value } of sightings) {
    const name = cleanName(value);
    if (name?.includes(' ') && isNameLike(name)) names.add(name);
  }
  return names.size === 1 ? [...names][0] : undefined;
}

/** Returns the authors from meta tags, the most reliable tags first. Excludes URLs and handles. */
function taggedAuthors(head: HeadFacts): readonly string[] {
  const stated = [citationAuthors(head), ...TAGS.map((name) => firstTag(head, [name])), labelled(head)];
  return stated.filter(
    (text): text is string => text !== undefined && text.length < 120 && !/^https?:|^@|^www\./.test(text),
  );
}

function firstName(texts: readonly string[], accepts = (_: string): boolean => true): string | undefined {
  for (const text of texts) {
    const name = cleanName(text);
    if (name !== undefined && accepts(name)) return name;
  }
  return undefined;
}

/** Returns the first usable name after, or shortly before, the headline. */
function nearest(sightings: readonly Sighting[], accepts: (name: string) => boolean, reach = 200): string | undefined {
  const near = sightings.filter(({ distance }) => Number.isNaN(distance) || (distance > -NEAR && distance < reach));
  return firstName(
    near.map(({ value }) => value),
    accepts,
  );
}

function citationAuthors({ tags }: HeadFacts): string | undefined {
  const names = tags.get('citation_author') ?? [];
  return names.length > 1 ? names.slice(0, 20).join(', ') : undefined;
}

/** Returns the author from Twitter card tags, in which a label such as "Written by" precedes the name. */
function labelled({ tags }: HeadFacts): string | undefined {
  for (const slot of ['1', '2']) {
    if (
      /^(written by|author|by|von|geschrieben von|verfasst von|escrito por|écrit par|scritto da)$/i.test(
        tags.get(`twitter:label${slot}`)?.[0]?.trim() ?? '',
      )
    ) {
      return tags.get(`twitter:data${slot}`)?.[0]?.trim();
    }
  }
  return undefined;
}
