import type { Element } from 'domhandler';
import { conceptsByLabel } from '../lexicon/lexicon';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { findElements, isWithin, textOf } from '../page/text-of';
import { parseClock, parseDay } from '../values/dates';
import { excerptOf, type Sighting } from './sighting';

const TITLE_PARTS = /\s[|–—•·»]\s|\s-\s/;

/** Removes a trailing site name from a title. */
export function withoutSite(title: string, evidence: Evidence): string {
  const parts = title.split(TITLE_PARTS);
  const tail = wordsOf(parts.at(-1) ?? '').join('');
  const names = [
    String(evidence.metadata.siteName ?? evidence.metadata.ogSiteName ?? ''),
    (URL.parse(evidence.url)?.hostname ?? '').replace(/^www\.|\.[a-z]+$/g, ''),
  ];
  const isSite = parts.length > 1 && tail.length > 3 && names.some((name) => wordsOf(name).join('') === tail);
  return isSite
    ? title.slice(0, title.lastIndexOf(parts.at(-1) ?? '')).replace(/(?<![\s|–—•·»-])[\s|–—•·»-]+$/, '')
    : title;
}

/** Returns titles: the headline, the stated title, and the page title without the site name. */
export function titles(evidence: Evidence): readonly Sighting[] {
  const { view, metadata } = evidence;
  const found: Sighting[] = [];
  if (view.headline) {
    const text = textOf(view.headline);
    found.push({ raw: text, weight: 0.7, kind: 'heading', node: view.headline, excerpt: excerptOf(text) });
  }
  const stated = typeof metadata.headline === 'string' ? metadata.headline : undefined;
  if (stated)
    found.push({
      raw: stated,
      weight: view.headline ? 0.4 : 0.55,
      kind: 'meta',
      node: undefined,
      excerpt: excerptOf(stated),
    });
  const title = String(metadata.title ?? '');
  const [head = ''] = title.split(TITLE_PARTS);
  if (head !== '')
    found.push({ raw: head.trim(), weight: 0.45, kind: 'meta', node: undefined, excerpt: excerptOf(title) });
  return found;
}

/** Returns a value of the page's metadata. */
export function metadataFact(
  evidence: Evidence,
  key: 'author' | 'publishedTime' | 'modifiedTime' | 'language' | 'description' | 'siteName',
  weight: number,
): readonly Sighting[] {
  const value = evidence.metadata[key];
  const text = Array.isArray(value) ? value[0] : value;
  return typeof text === 'string' && text !== ''
    ? [{ raw: text, weight, kind: 'meta', node: undefined, excerpt: excerptOf(text) }]
    : [];
}

/** Returns images in the main part; images near the headline have more weight. */
export function pictures({ view, document, base }: Evidence): readonly Sighting[] {
  const images = findElements(
    document,
    ({ name, attribs }) => name === 'img' && pictureAddress(attribs) !== undefined,
    300,
  );
  return images.flatMap((node) => {
    const at = view.firstLine.get(node);
    const line = at === undefined ? undefined : view.lines[Math.min(at, view.lines.length - 1)];
    if (at === undefined || (line && line.flags & OUTSIDE) || isSmall(node)) return [];
    const distance = Math.abs(at - view.headlineAt);
    const raw = pictureAddress(node.attribs) ?? '';
    return [
      {
        raw: URL.parse(raw, base)?.href ?? raw,
        weight: distance < 30 ? 0.4 : 0.2,
        kind: 'attribute' as const,
        node,
        excerpt: excerptOf(node.attribs.alt || raw),
      },
    ];
  });
}

const isSmall = ({ attribs }: Element): boolean =>
  Number(attribs.width ?? 999) < 60 ||
  Number(attribs.height ?? 999) < 60 ||
  /icon|logo|sprite|avatar|pixel|badge/i.test(`${attribs.class ?? ''} ${attribs.src ?? ''}`);

/** Returns the URL of an image, even if it is lazy-loaded. */
export function pictureAddress(attribs: Readonly<Record<string, string>>): string | undefined {
  const address = attribs['data-src'] ?? attribs['data-lazy-src'] ?? attribs['data-original'] ?? attribs.src;
  return address === undefined || address === '' || address.startsWith('data:') ? undefined : address;
}

/** Returns contact data from links with a scheme such as `mailto:`. */
export function linked({ document, view }: Evidence, scheme: 'mailto:' | 'tel:'): readonly Sighting[] {
  const links = findElements(
    document,
    ({ name, attribs }) => name === 'a' && (attribs.href ?? '').toLowerCase().startsWith(scheme),
    30,
  );
  return links.map((node) => {
    const address = (node.attribs.href ?? '').slice(scheme.length).split('?')[0] ?? '';
    const text = textOf(node);
    const at = view.firstLine.get(node) ?? 0;
    const shown = scheme === 'tel:' && /\d{3}/.test(text) ? text : safeDecode(address);
    return {
      raw: shown,
      weight: (view.lines[at]?.flags ?? 0) & OUTSIDE ? 0.45 : 0.6,
      kind: 'attribute' as const,
      node,
      excerpt: excerptOf(text || address),
    };
  });
}

const safeDecode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Returns days and times in `time` elements of the main part. */
export function times({ document, view }: Evidence): readonly Sighting[] {
  return findElements(document, ({ name }) => name === 'time', 50).flatMap((node, index) => {
    const at = view.firstLine.get(node) ?? 0;
    const line = view.lines[Math.min(at, view.lines.length - 1)];
    const raw = node.attribs.datetime || textOf(node);
    if (raw === '' || (line && line.flags & (OUTSIDE | flag.review))) return [];
    return [
      {
        raw,
        weight: index === 0 ? 0.5 : 0.35,
        kind: 'attribute' as const,
        node,
        excerpt: excerptOf(textOf(node) || raw),
      },
    ];
  });
}

/** Returns days in short lines near the headline. */
export function daysNear({ view }: Evidence): readonly Sighting[] {
  const lines = view.lines.slice(Math.max(0, view.headlineAt - 4), view.headlineAt + 14);
  return lines.flatMap(({ text, node, flags }) => {
    if (text.length > 120 || flags & OUTSIDE || !/\d/.test(text) || parseDay(text) === undefined) return [];
    return [
      { raw: text, weight: text.length < 50 ? 0.45 : 0.35, kind: 'text' as const, node, excerpt: excerptOf(text) },
    ];
  });
}

/** Returns modification days from lines near the headline, such as `Last updated on 02/23/2025`. */
export function daysOfChange({ view, place }: Evidence): readonly Sighting[] {
  const lines = view.lines.slice(Math.max(0, view.headlineAt - 4), view.headlineAt + 14);
  return lines.flatMap(({ text, node }) => {
    const [, lead = ''] =
      /^(\D{4,40}?)(?:\s(?:on|am|le|el|il|em|op|den|dnia))?[\s:]{1,3}(?=\p{L}{0,20}\s?\d)/u.exec(text) ?? [];
    const day = conceptsByLabel(lead).some(({ id }) => id === 'dateModified') ? parseDay(text, place.dates) : undefined;
    return day === undefined ? [] : [{ raw: day, weight: 0.8, kind: 'label' as const, node, excerpt: excerptOf(text) }];
  });
}

/** Returns times of day in short lines near the headline. */
export function clocksNear({ view }: Evidence): readonly Sighting[] {
  const lines = view.lines.slice(Math.max(0, view.headlineAt - 4), view.headlineAt + 14);
  return lines.flatMap(({ text, node, flags }) => {
    if (text.length > 80 || flags & OUTSIDE || parseClock(text) === undefined) return [];
    return [{ raw: text, weight: 0.4, kind: 'text' as const, node, excerpt: excerptOf(text) }];
  });
}

/** Returns the text of each `address` element. */
export function addresses({ document }: Evidence): readonly Sighting[] {
  return findElements(document, ({ name }) => name === 'address', 5).flatMap((node) => {
    const text = textOf(node);
    return text === '' || text.length > 300 || !/\d/.test(text)
      ? []
      : [{ raw: text, weight: 0.55, kind: 'text' as const, node, excerpt: excerptOf(text) }];
  });
}

/** Returns the first paragraph below the headline. */
export function paragraphs({ view }: Evidence): readonly Sighting[] {
  const main = view.lines
    .slice(view.headlineAt)
    .filter(({ flags, text }) => !(flags & (OUTSIDE | flag.review)) && text.length > 80 && /[.!?。！？]/.test(text));
  return main
    .slice(0, 1)
    .map(({ text, node }) => ({ raw: text, weight: 0.35, kind: 'text' as const, node, excerpt: excerptOf(text) }));
}

/** Returns all text of the main part. */
export function wholeText({ view }: Evidence): readonly Sighting[] {
  const main = view.lines
    .slice(view.headlineAt)
    .filter(({ flags, text }) => !(flags & (OUTSIDE | flag.review)) && text.length > 60);
  const [first] = main;
  if (!first) return [];
  const shared = main.filter(
    ({ node }) => node.parent && first.node.parent && isWithin(node, first.node.parent.parent ?? first.node.parent),
  );
  const raw = shared.map(({ text }) => text).join('\n');
  return raw.length < 120 ? [] : [{ raw, weight: 0.45, kind: 'text', node: first.node, excerpt: excerptOf(raw) }];
}
