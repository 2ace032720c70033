import type { Element } from 'domhandler';
import { getElementsByTagName, textContent } from 'domutils';
import { type Document, isItem, type MarkupItem, plainValue, valuesAt } from '../../../core/contract/plugin';

/** Kind of media. */
export type MediaKind = 'audio' | 'video';

const FILES: Readonly<Record<MediaKind, RegExp>> = {
  audio: /\.(?:mp3|m4a|m4b|aac|oga|ogg|opus|flac|wav|weba)$/i,
  video: /\.(?:mp4|m4v|webm|mov|ogv|mkv|avi|m3u8|mpd)$/i,
};
const TYPES: Readonly<Record<MediaKind, RegExp>> = {
  audio: /^audio\//i,
  video: /^(?:video\/|application\/(?:vnd\.apple\.mpegurl|x-mpegurl|dash\+xml))/i,
};
const THINGS: Readonly<Record<MediaKind, ReadonlySet<string>>> = {
  audio: new Set(['audioobject', 'podcastepisode', 'musicrecording', 'audiobook']),
  video: new Set(['videoobject', 'clip', 'movie', 'episode', 'tvepisode']),
};
const IN_SCRIPT = /https?:\\?\/\\?\/[^\s"'<>\\]{1,300}(?:\\\/[^\s"'<>\\]{1,300}){0,20}/g;
const maxScriptChars = 500_000;

/** A page to search for media. */
export interface MediaPage {
  readonly dom: Document;
  readonly markup: readonly MarkupItem[];
  readonly url: string;
}

/**
 * Returns the URLs of a page's main media, most likely first: players, markup, meta tags and links to files. On a page
 * without any of these, returns the media URL in its scripts if there is exactly one. Muted loops come last, because
 * they are usually decoration.
 */
export function findMedia(kind: MediaKind, { dom, markup, url }: MediaPage): readonly string[] {
  const base = getElementsByTagName('base', dom)[0]?.attribs.href;
  const home = (base && URL.parse(base, url)?.href) || url;
  const players = getElementsByTagName(kind, dom);
  const isLoop = ({ attribs }: Element) => 'loop' in attribs && 'muted' in attribs && !('controls' in attribs);
  const found = [
    ...players.filter((player) => !isLoop(player)).flatMap(sourcesOf),
    ...inMarkup(kind, markup),
    ...inMeta(kind, dom),
    ...getElementsByTagName('a', dom).flatMap(({ attribs }) => (isFile(kind, attribs.href) ? attribs.href : [])),
  ];
  const others = found.length > 0 ? found : onlyOne(inScripts(kind, dom));
  const addresses = [...others, ...players.filter(isLoop).flatMap(sourcesOf)].flatMap((address) => {
    const absolute = address === undefined ? null : URL.parse(address.trim(), home);
    return absolute && /^https?:$/.test(absolute.protocol) ? absolute.href : [];
  });
  return [...new Set(addresses)];
}

/** Returns the URL of a player's file: the first usable `src` of the player or of its `source` elements. */
function sourcesOf(player: Element): readonly string[] {
  const sources = [player, ...getElementsByTagName('source', player)];
  const [first] = sources.flatMap(({ attribs }) => {
    const address = attribs.src || attribs['data-src'];
    return address && !address.startsWith('blob:') && !address.startsWith('data:') ? address : [];
  });
  return first === undefined ? [] : [first];
}

/** Returns the `contentUrl` of media items at any depth in the markup. */
function inMarkup(kind: MediaKind, items: readonly MarkupItem[], depth = 0): readonly string[] {
  return items.flatMap((item) => {
    const inner = [...item.properties.values()].flatMap((values) =>
      values.flatMap(({ value }) => (isItem(value) ? [value] : [])),
    );
    const type = valuesAt(item, 'encodingFormat').map((value) => String(plainValue(value)));
    const isMedia =
      item.types.some((one) => THINGS[kind].has(one)) ||
      (item.types.includes('mediaobject') && type.some((one) => TYPES[kind].test(one)));
    const own = isMedia ? valuesAt(item, 'contentUrl').map((value) => String(plainValue(value) ?? '')) : [];
    return [...own.filter((address) => address !== ''), ...(depth < 6 ? inMarkup(kind, inner, depth + 1) : [])];
  });
}

/**
 * Returns the media URLs in Open Graph and Twitter tags. Skips embedded players, which are web pages rather than files.
 */
function inMeta(kind: MediaKind, dom: Document): readonly string[] {
  const tags = getElementsByTagName('meta', dom).flatMap(({ attribs: { property, name, content } }) =>
    content ? [[(property ?? name ?? '').toLowerCase(), content] as const] : [],
  );
  const contentOf = (wanted: string) => tags.find(([name]) => name === wanted)?.[1];
  const type = contentOf(`og:${kind}:type`);
  const stream = kind === 'video' ? contentOf('twitter:player:stream') : undefined;
  const names = [`og:${kind}:secure_url`, `og:${kind}:url`, `og:${kind}`];
  const files = names.flatMap((name) => contentOf(name) ?? []);
  const direct = files.filter((file) => (type ? TYPES[kind].test(type) : isFile(kind, file)));
  return [...direct.slice(0, 1), ...(stream ? [stream] : [])];
}

const isFile = (kind: MediaKind, address: string | undefined): boolean =>
  address !== undefined && FILES[kind].test(address.split(/[?#]/)[0] ?? '');

function inScripts(kind: MediaKind, dom: Document): readonly string[] {
  return getElementsByTagName('script', dom).flatMap((script) => {
    const text = textContent(script).slice(0, maxScriptChars);
    const addresses = text.match(IN_SCRIPT) ?? [];
    return addresses.map((address) => address.replaceAll('\\/', '/')).filter((address) => isFile(kind, address));
  });
}

const onlyOne = (addresses: readonly string[]): readonly string[] =>
  new Set(addresses).size === 1 ? addresses.slice(0, 1) : [];
