import { type Element, isTag } from 'domhandler';

/** URL and label of an embedded video, audio file or page. */
export interface Media {
  readonly href: string;
  readonly text: string;
}

const NAMES: Readonly<Record<string, string>> = {
  video: 'Video',
  audio: 'Audio',
  iframe: 'Embedded page',
  embed: 'Embedded file',
  frame: 'Frame',
};

/** Returns the target of an iframe, video, audio or embed element. Undefined for an invisible element or a tracker. */
export function mediaOf(element: Element): Media | undefined {
  const { attribs, name } = element;
  const address = attribs.src || attribs['data-src'] || attribs['data-lazy-src'] || sourceOf(element);
  if (
    address === undefined ||
    !/^(?:https?:)?\/\/|^\.{0,2}\/?[\w%]/.test(address) ||
    /^(?:about|javascript|data|blob):/i.test(address)
  )
    return undefined;
  if (isHidden(element)) return undefined;
  const title = attribs.title?.trim() || attribs['aria-label']?.trim();
  const href = watchAddress(address);
  return { href, text: title || (href === address ? NAMES[name] : 'Video') || 'Embedded page' };
}

function sourceOf(element: Element): string | undefined {
  for (const node of element.children)
    if (isTag(node) && node.name === 'source' && node.attribs.src) return node.attribs.src;
  return undefined;
}

function isHidden({ attribs }: Element): boolean {
  const tiny = (value: string | undefined): boolean => value !== undefined && /^[01](?:px)?$/.test(value.trim());
  if (tiny(attribs.width) || tiny(attribs.height) || attribs.hidden !== undefined) return true;
  return /display:\s*none|visibility:\s*hidden|(?:width|height):\s*[01](?:px)?\s*(?:;|$)/i.test(attribs.style ?? '');
}

/** Converts the embed URL of a video player to the public URL of the video. */
function watchAddress(address: string): string {
  const youtube = /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{11})/.exec(address);
  if (youtube) return `https://www.youtube.com/watch?v=${youtube[1]}`;
  const dailymotion = /^(?:https?:)?\/\/(?:www\.)?dailymotion\.com\/embed\/video\/(\w+)/.exec(address);
  if (dailymotion) return `https://www.dailymotion.com/video/${dailymotion[1]}`;
  const vimeo = /^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+)/.exec(address);
  return vimeo ? `https://vimeo.com/${vimeo[1]}` : address;
}
