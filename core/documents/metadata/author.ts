import type { MainEntity } from './main-entity';
import { firstTag, type HeadFacts } from './meta-tags';
import type { Sighting, VisibleFacts } from './visible-facts';

const TAGS = [
  'author',
  'article:author',
  'parsely-author',
  'sailthru.author',
  'dc.creator',
  'dcterms.creator',
  'citation_author',
  'twitter:creator:name',
  'byl',
  'og:article:author',
  'article.author',
  'cxenseparse:author',
];
const NEAR = 60;
const NOBODY =
  /^(admin|administrator|editor|staff|guest|anonymous|unknown|author|user|by|team|editorial( team| staff)?|redaktion|null|undefined|n\/a|test)$/i;
const LEAD =
  /^(?:(?:article|story|post(?:ed)?|written|published|created|reviewed|edited|words|text|author|autor|autorin|thread starter|started)\s*)?(?:by|von|por|par|di|door|av)?\s*[:–—-]?\s+/i;
const TAIL =
  /\s*(?:[|•·,–—]|\s-\s|\(|\b(?:on|am|updated|published|posted|last|contributing|senior|staff|writer|editor|read|min|follow|view|see|is|has|\d{1,2}[./:]|\d{4})\b).*$/i;

/** A person's name without what surrounds names on pages; `undefined` when nothing name-like is left. */
export function cleanName(text: string): string | undefined {
  let name = text.replace(/\s+/g, ' ').trim();
  if (/^(by|von|por|par|di|door|av|written|posted|published|author|autor|text|words|story)\b/i.test(name))
    name = name.replace(LEAD, '');
  name = name
    .replace(/^(by|von|por|par)[:\s]+/i, '')
    .replace(TAIL, '')
    .replace(/^@/, '')
    .trim();
  if (name.length < 2 || name.length > 60 || name.split(' ').length > 6) return undefined;
  if (!/\p{L}/u.test(name) || /https?:|www\.|@|[{}<>]/.test(name) || NOBODY.test(name)) return undefined;
  return name;
}

const PARTICLE = /^(?:van|von|der|den|de|del|della|di|da|du|la|le|el|al|bin|ibn|of|the|and|und|y|e|et|&|zu|af|dos)$/;
const NOT_A_NAME =
  /\b(sign|log) ?(in|up|out)\b|\b(account|register|get started|free|our|your|my|more|click|here|member|profile|reply|posts?|years?|months?|days?)\b/i;

/** True for what is written like a person's name: capitals (or a script without them), particles allowed. */
function isNameLike(name: string): boolean {
  const parts = name.split(' ');
  return (
    !NOT_A_NAME.test(name) &&
    parts.some((part) => /^\p{Lu}|^\p{Lo}/u.test(part)) &&
    parts.every((part) => /^[\p{Lu}\p{Lo}'’"(]/u.test(part) || PARTICLE.test(part))
  );
}

/** The author most sources agree on; linked data is believed before tags, tags before what is read off the page. */
export function findAuthor(
  head: HeadFacts,
  entity: MainEntity | undefined,
  visible: VisibleFacts,
  siteName: string | undefined,
  isDiscussion: boolean,
): string | undefined {
  const isSite = (name: string): boolean => siteName !== undefined && name.toLowerCase() === siteName.toLowerCase();
  const tag = citationAuthors(head) ?? firstTag(head.tags, TAGS) ?? labelled(head);
  const linked = (entity?.isWork ? entity.authors : [])
    .map((name) => name.trim())
    .filter((name) => name.length > 1 && !/^https?:/.test(name));
  const persons = linked.filter((name) => !NOBODY.test(name) && !isSite(name));
  if (persons.length > 0) return [...new Set(persons)].slice(0, 5).join(', ');
  if (tag !== undefined && !/^https?:|^@/.test(tag) && !NOBODY.test(tag) && !isSite(tag) && tag.length < 120)
    return tag;
  const seen =
    nearest(visible.relAuthors, isNameLike) ??
    nearest(visible.bylines, isNameLike) ??
    firstName(visible.itempropAuthors);
  if (seen !== undefined && !isSite(seen)) return seen;
  const poster = isDiscussion ? nearest(visible.posters, (name) => !NOT_A_NAME.test(name), 600) : undefined;
  return linked[0] ?? (tag !== undefined && !/^https?:|^@/.test(tag) ? tag : undefined) ?? poster;
}

function firstName(texts: readonly string[], accepts = (_: string): boolean => true): string | undefined {
  for (const text of texts) {
    const name = cleanName(text);
    if (name !== undefined && accepts(name)) return name;
  }
  return undefined;
}

/** The first usable name after the headline, or shortly before it. */
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

/** Twitter cards pair a label with its datum: "Written by" and the name. */
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
