import render from 'dom-serializer';
import { type Element, isTag, isText, type ParentNode } from 'domhandler';
import { baseUrlOf } from './content/urls';
import { parseHtml } from './parse-html';

/** A frame counts as the main content only if the text around it has at most this many characters. */
const MAX_OTHER_TEXT = 250;
/** A frame counts as the main content only if its own text has at least this many characters. */
const MIN_TEXT = 200;
const MAX_FRAMES = 2;
/**
 * Maximum number of frames on a page. A page with more frames probably contains only widgets, so none of its frames is
 * read.
 */
const MAX_CANDIDATES = 6;
/** Matches a frame, or a part of the page whose frames are not shown, such as a comment or script. */
const FRAME_OR_UNSEEN =
  /<iframe\b(?:[^<>"']|"[^"<]*"|'[^'<]*')*>|<!--[\s\S]*?(?:-->|$)|<(script|style|noscript|template|textarea)\b[\s\S]*?(?:<\/\1|$)/gi;
const SOURCE = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const HIDDEN =
  /\s(?:hidden\b|srcdoc\s*=|(?:width|height)\s*=\s*["']?[01](?:px)?["'\s>]|style\s*=\s*["'][^"']*display:\s*none)/i;
const NAMES = /\s(?:id|class|name|title)\s*=\s*["']([^"']*)/gi;
const SIDE_PARTS = new Set(
  'a aside button dialog footer form head header iframe nav noscript script select style svg template textarea'.split(
    ' ',
  ),
);
/**
 * Matches URLs of widgets: videos, audio, maps, ads, analytics, consent boxes, social media, payments, captchas, chats
 * and forms.
 */
const WIDGET =
  /youtu\.?be|vimeo|dailymotion|wistia|brightcove|jwplayer|twitch\.tv|tiktok|soundcloud|spotify|bandcamp|podcast|player|video|\bmaps?\b|openstreetmap|mapbox|doubleclick|syndication|adservice|adsystem|(?<![a-z])ads?(?![a-z])|taboola|outbrain|criteo|tagmanager|analytics|pixel|consent|cookie|onetrust|usercentrics|trustarc|facebook|twitter|\bx\.com|instagram|linkedin|pinterest|reddit|social|share|disqus|comment|captcha|turnstile|challenge|paypal|stripe|klarna|adyen|braintree|payment|checkout|calendly|booking|typeform|jotform|\bforms?\b|hsforms|survey|newsletter|subscribe|mailchimp|log-?in|sign-?in|oauth|intercom|zendesk|livechat|tawk|\bchat\b|weather/i;

/** Returns the URLs of cross-origin frames that contain the main content of a page. */
export function contentFrames(html: string, url: string): readonly string[] {
  const found = (html.match(FRAME_OR_UNSEEN) ?? []).flatMap((tag) => sourceOf(tag, url) ?? []);
  const frames = [...new Set(found)];
  if (frames.length === 0 || frames.length > MAX_CANDIDATES) return [];
  return textLength(parseHtml(html).document, MAX_OTHER_TEXT) < MAX_OTHER_TEXT ? frames.slice(0, MAX_FRAMES) : [];
}

/** Returns the URL of a cross-origin frame. Undefined for widgets, hidden frames and any tag that is not a frame. */
function sourceOf(tag: string, url: string): string | undefined {
  if (!/^<iframe/i.test(tag)) return undefined;
  const [, double, single, bare] = SOURCE.exec(tag) ?? [];
  const source = URL.parse((double ?? single ?? bare ?? '').trim().replaceAll('&amp;', '&'), url);
  if (!source || !/^https?:$/.test(source.protocol) || source.host === new URL(url).host) return undefined;
  const names = [...tag.matchAll(NAMES)].map(([, value]) => value).join(' ');
  return HIDDEN.test(tag) || WIDGET.test(`${names} ${source.host}${source.pathname}`) ? undefined : source.href;
}

/** Counts the characters of text outside links, menus, forms and similar elements, up to `max`. */
function textLength(root: ParentNode, max: number): number {
  let length = 0;
  const stack: ParentNode[] = [root];
  for (let node = stack.pop(); node && length < max; node = stack.pop())
    for (const child of node.children) {
      if (isText(child)) length += child.data.trim().length;
      else if (isTag(child) && !SIDE_PARTS.has(child.name)) stack.push(child);
    }
  return length;
}

/**
 * Returns the content of a frame as HTML with absolute URLs. Undefined if the frame has little text outside links,
 * menus and forms.
 */
export function frameContent(html: string, url: string): string | undefined {
  const { document } = parseHtml(html);
  if (textLength(document, MIN_TEXT) < MIN_TEXT) return undefined;
  const base = baseUrlOf(document, url);
  const visit = (parent: ParentNode): void => {
    parent.children = parent.children.filter(
      (child) => !isTag(child) || !/^(?:script|style|head|base)$/.test(child.name),
    );
    for (const child of parent.children) if (isTag(child)) visit(withAbsoluteUrls(child, base));
  };
  visit(document);
  return render(document, { encodeEntities: 'utf8' });
}

function withAbsoluteUrls(element: Element, base: string): Element {
  for (const name of ['href', 'src', 'action', 'poster']) {
    const value = element.attribs[name]?.trim();
    const absolute = value && !value.startsWith('#') ? URL.parse(value, base)?.href : undefined;
    if (absolute) element.attribs[name] = absolute;
  }
  delete element.attribs.srcset;
  return element;
}

/** Inserts the content of frames into a page. The inserted content is ASCII, so it is valid in any page encoding. */
export const withFrames = (html: string, url: string, contents: ReadonlyMap<string, string>): string =>
  html.replace(FRAME_OR_UNSEEN, (tag) => {
    const content = contents.get(sourceOf(tag, url) ?? '');
    return content === undefined ? tag : `${tag.replace(/\/?>$/, '')} srcdoc="${toAscii(content)}">`;
  });

const toAscii = (html: string): string =>
  html.replace(/[&"<>\u0080-\u{10ffff}]/gu, (sign) => `&#${sign.codePointAt(0)};`);
