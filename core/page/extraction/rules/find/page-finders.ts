import type { Element } from 'domhandler';
import { hasDigit } from '../../../../common/values/digits';
import { percentDecoded } from '../../../../common/values/percent-decoded';
import { isOtherDay } from '../../../documents/metadata/visible-facts';
import { isStandInImage } from '../../../documents/stand-in-pictures';
import { conceptsByLabel } from '../lexicon/lexicon';
import { likeness, wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { labelledIn, type Pair, startsPair } from '../page/pairs';
import { findElements, isWithin, parentOf, textOf } from '../page/text-of';
import type { Line } from '../page/view';
import { isSentence } from '../sentences';
import { clockIn, parseClock, parseDay } from '../values/dates';
import { inLines, type LineRule } from './in-lines';
import { excerptOf, type Sighting } from './sighting';

/** Separators between the parts of a page title. */
export const TITLE_PARTS = /\s[|–—•·»]\s|\s-\s/;

/** Removes a trailing site name from a title. */
export function withoutSite(title: string, evidence: Evidence): string {
  const names = [
    String(evidence.metadata.siteName ?? evidence.metadata.ogSiteName ?? ''),
    (URL.parse(evidence.url)?.hostname ?? '').replace(/^www\.|\.[a-z]+$/g, ''),
  ].map((name) => wordsOf(name).join(''));
  // The site name may contain separators.
  const site = [...title.matchAll(new RegExp(TITLE_PARTS, 'g'))].find(({ 0: separator, index }) => {
    const tail = wordsOf(title.slice(index + separator.length)).join('');
    return index > 0 && tail.length > 3 && names.includes(tail);
  });
  return site ? title.slice(0, site.index).replace(/(?<![\s|–—•·»-])[\s|–—•·»-]+$/, '') : title;
}

/** Returns titles: the headline, the headline in the metadata, and the page title without the site name. */
export function titles(evidence: Evidence): readonly Sighting[] {
  const { view, metadata } = evidence;
  const found: Sighting[] = [];
  if (view.headline) {
    const heading = headingAround(view.headline);
    const isHeading = heading !== undefined;
    const shown = isHeading
      ? titleInHeading(heading, evidence)
      : titleOfLine(view.lines[view.headlineAt], String(metadata.title ?? ''));
    const text = withoutNumber(withoutLabel(shown, String(metadata.headline ?? '')), String(metadata.title ?? ''));
    // A line that is not a heading may be a slogan, unless the page title or the headline in the metadata contains the
    // line.
    const isTitle = isHeading || [metadata.title, metadata.headline].some((one) => String(one ?? '').includes(text));
    found.push({
      raw: text,
      weight: isTitle ? 0.7 : 0.4,
      kind: 'heading',
      node: view.headline,
      excerpt: excerptOf(text),
    });
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

const headingAround = (node: Element): Element | undefined => {
  for (let up: Element | undefined = node; up; up = parentOf(up)) if (/^h[1-6]$/.test(up.name)) return up;
  return undefined;
};

/**
 * Returns the text of a heading. If one line of the heading is more similar to the page's title than the whole heading,
 * returns only this line. The other lines may be e.g. a kicker.
 */
function titleInHeading(heading: Element, { metadata, view }: Evidence): string {
  const whole = textOf(heading);
  const lines = view.lines.slice(view.firstLine.get(heading) ?? 0, view.endLine.get(heading) ?? 0);
  const title = wordsOf(String(metadata.title ?? ''));
  const told = (text: string) => likeness(wordsOf(text), title);
  const part = lines.find(({ text }) => text.length < whole.length && told(text) > told(whole));
  return part?.text ?? whole;
}

/**
 * Returns the first segment of a line if the page's title starts with the segment. Otherwise, returns the entire line.
 */
function titleOfLine(line: Line | undefined, title: string): string {
  const first = line?.segments.find(({ text }) => text.trim() !== '')?.text.trim() ?? '';
  return first.length >= 3 && title.startsWith(first) ? first : (line?.text ?? '');
}

/** Removes the number of an issue after the page's title, e.g. `#412`. */
const withoutNumber = (text: string, title: string): string => {
  const bare = text.replace(/\s#\d{1,9}$/, '');
  return title.startsWith(bare) && !title.startsWith(text) ? bare : text;
};

/** Removes a label, path or date before the page's title, e.g. `Topic:`, `Boards / General /` or `3 May 2025`. */
function withoutLabel(text: string, title: string): string {
  if (title.length <= 8 || !text.endsWith(title)) return text;
  const before = text.slice(0, -title.length);
  const isDay = before.length <= maxDay && hasDigit(before) && parseDay(before) !== undefined;
  return isDay || /^\p{L}[\p{L} ]{1,20}[:：]\s?$|^\p{L}.{1,80}\s[/›»>]\s$/u.test(before) ? title : text;
}

const maxDay = 30;

/** Returns a value from the page's metadata. */
export function metadataFact(
  evidence: Evidence,
  key: 'author' | 'publishedTime' | 'modifiedTime' | 'dateModified' | 'language' | 'description' | 'siteName',
  weight: number,
): readonly Sighting[] {
  const value = evidence.metadata[key];
  const text = Array.isArray(value) ? value[0] : value;
  // Sites often name themselves as the author.
  const isSite =
    key === 'author' &&
    String(evidence.metadata.title ?? '')
      .split(TITLE_PARTS)
      .at(-1) === text;
  return typeof text === 'string' && text !== ''
    ? [{ raw: text, weight: isSite ? weight / 2 : weight, kind: 'meta', node: undefined, excerpt: excerptOf(text) }]
    : [];
}

/** Returns images in the main part of the page. Images near the headline have more weight. */
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

/** Attributes in which lazy-loading scripts store the URL of an image. */
const LAZY_SOURCES = ['data-src', 'data-lazy-src', 'data-original', 'data-delayed-url', 'data-lazy', 'data-image-src'];

/** Returns the URL of an image, which may be lazy-loaded. */
export function pictureAddress(attribs: Readonly<Record<string, string>>): string | undefined {
  const lazy = LAZY_SOURCES.find((name) => attribs[name] !== undefined);
  const address = lazy === undefined ? attribs.src : attribs[lazy];
  return address === undefined || address === '' || address.startsWith('data:') || isStandInImage(attribs, address)
    ? undefined
    : address;
}

/** Returns contact data from links with the given scheme. */
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
    const shown = scheme === 'tel:' && /\d{3}/.test(text) ? text : percentDecoded(address);
    return {
      raw: shown,
      weight: (view.lines[at]?.flags ?? 0) & OUTSIDE ? 0.45 : 0.6,
      kind: 'attribute' as const,
      node,
      excerpt: excerptOf(text || address),
    };
  });
}

/** Returns dates and times from `time` elements in the main part of the page. */
export function times({ document, view }: Evidence): readonly Sighting[] {
  return findElements(document, ({ name }) => name === 'time', 50).flatMap((node, index) => {
    const at = view.firstLine.get(node) ?? 0;
    const line = view.lines[Math.min(at, view.lines.length - 1)];
    const raw = node.attribs.datetime || textOf(node);
    if (raw === '' || (line && line.flags & (OUTSIDE | flag.review | flag.silent))) return [];
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

/** True for the label of a deadline or another date that is not the start of an event. */
const namesOtherDay = ({ key }: Pair): boolean => {
  const concepts = conceptsByLabel(key);
  const areWeekdays = concepts.every(({ id }) => /day$/.test(id));
  return concepts.length > 0 && !areWeekdays && !concepts.some(({ id }) => id === 'startDate');
};

/** Range of lines near the headline, relative to the headline. */
const NEAR = [-4, 14] as const;

/** Returns dates in short lines near the headline. */
export function daysNear(evidence: Evidence): readonly Sighting[] {
  const others = new Set(evidence.pairs.filter(namesOtherDay).map(({ at }) => at));
  const rule: LineRule = { near: NEAR, maxChars: 200, away: OUTSIDE, needs: hasDigit, weight: 0.45 };
  return inLines(evidence, rule, (text, _, at) => {
    if (others.has(at) || (text.length > 120 && isOtherDay(text))) return [];
    const day = parseDay(text, evidence.place.dates);
    if (day === undefined) return [];
    const raw = labelledIn(text)?.[1] ?? (text.length < 60 ? text : day);
    return { raw, weight: text.length < 50 ? 0.45 : text.length <= 120 ? 0.35 : 0.31 };
  });
}

/** Returns times of day in short lines near the headline. */
export const clocksNear = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { near: NEAR, maxChars: 80, away: OUTSIDE, weight: 0.4 }, (text) => {
    if (parseClock(text) === undefined) return [];
    return parseDay(text, evidence.place.dates) === undefined ? text : (clockIn(text) ?? text);
  });

/** Returns the opening hours below their heading, joined into a single text. */
export const hoursBelow = ({ view }: Evidence): readonly Sighting[] =>
  inLines({ view }, { maxChars: 39, away: 0, weight: 0.8, kind: 'heading' }, (text, { flags }, at) => {
    if (!(flags & flag.heading) || !conceptsByLabel(text).some(({ id }) => id === 'openingHours')) return [];
    const rows: string[] = [];
    for (const line of view.lines.slice(at + 1, at + 24)) {
      if (line.flags & (flag.heading | OUTSIDE) || line.text.length > 120) break;
      const row = [line.node, line.node.parent].find(
        (up) => up && 'name' in up && (up.name === 'tr' || up.name === 'li'),
      );
      const whole = row ? textOf(row) : line.text;
      if (!row && rows.length > 0) break;
      if (rows.at(-1) !== whole) rows.push(whole);
    }
    const raw = rows.join(', ');
    return rows.filter((row) => /\d/.test(row)).length < 2 ? [] : { raw, excerpt: excerptOf(raw) };
  });

const LEAD_WORDS =
  / (?:lead|lede|teaser|intro|standfirst|dek|excerpt|ingress|subtitle|sub title|subheadline|sub headline|vorspann|chapo|chapeau|entradilla|sommario|zajawka) /;

/** Returns the introduction of an article: a short element near the headline with a class such as `lead`. */
export function leads({ view }: Evidence): readonly Sighting[] {
  const found = view.hinted.filter(
    ({ words, from, to, chars, flags }) =>
      LEAD_WORDS.test(words) &&
      from > view.headlineAt &&
      from - view.headlineAt <= 12 &&
      to - from === 1 &&
      chars >= 25 &&
      !(flags & (OUTSIDE | flag.review)),
  );
  return found.slice(0, 1).map(({ node }) => {
    const text = textOf(node);
    return { raw: text, weight: 0.55, kind: 'attribute' as const, node, excerpt: excerptOf(text) };
  });
}

/** Matches commands and program text. */
const CODE = /[{}\\]|(?:^|\s)--?[A-Za-z]/;

/** Returns the first paragraph below the headline. */
export function paragraphs({ view }: Evidence): readonly Sighting[] {
  const main = view.lines
    .slice(view.headlineAt + 1)
    .filter(
      ({ flags, text, node }) =>
        !(flags & (OUTSIDE | flag.review | flag.silent)) &&
        node.name !== 'dt' &&
        !CODE.test(text) &&
        /[.!?。！？]/.test(text),
    );
  const first =
    main.find(({ text }) => text.length > 80) ?? main.find(({ text }) => text.length > 30 && isSentence(text));
  return first
    ? [{ raw: first.text, weight: 0.35, kind: 'text', node: first.node, excerpt: excerptOf(first.text) }]
    : [];
}

const SUBTITLE_WORDS =
  / (?:sub ?title|sub ?headline|sub ?heading|sous ?titre|untertitel|sub ?t[ií]tulo|sottotitolo|onder ?titel|podtytuł|podtytul|under ?rubrik) /;
const maxSubtitle = 250;

/** Returns the subtitle: a short element near the headline with a class such as `subtitle`, or the next heading. */
export function subtitles({ view }: Evidence): readonly Sighting[] {
  const named = view.hinted.find(
    ({ words, from, chars, flags }) =>
      SUBTITLE_WORDS.test(words) &&
      Math.abs(from - view.headlineAt) <= 6 &&
      from !== view.headlineAt &&
      chars <= maxSubtitle &&
      !(flags & (OUTSIDE | flag.review)),
  );
  if (named) {
    const raw = textOf(named.node);
    return [{ raw, weight: 0.65, kind: 'attribute', node: named.node, excerpt: excerptOf(raw) }];
  }
  const line = view.lines[view.headlineAt + 1];
  if (!line || !(line.flags & flag.heading) || line.text.length < 20 || line.text.length > 250 || parseDay(line.text))
    return [];
  return [{ raw: line.text, weight: 0.6, kind: 'heading', node: line.node, excerpt: excerptOf(line.text) }];
}

const KICKER = / (?:kicker|eyebrow|overline|supertitle|pretitle|topline) /;

/** Returns the line above the headline that has a class such as `kicker`. */
export const kickers = ({ view }: Evidence): readonly Sighting[] =>
  inLines({ view }, { near: [-2, 0], away: 0, weight: 0.45, kind: 'attribute' }, (text, { node }) =>
    view.hinted.some((one) => one.node === node && KICKER.test(one.words)) ? text : undefined,
  );

const maxAside = 80;

/** Returns the text below a heading that equals the field's name. In a side column, the text must be short. */
export function underHeading({ view }: Evidence, words: readonly string[]): readonly Sighting[] {
  return view.lines.flatMap(({ text, flags }, at): readonly Sighting[] => {
    const next = view.lines[at + 1];
    const outside = OUTSIDE & ~flag.aside;
    if (!(flags & flag.heading) || flags & (outside | flag.headline) || likeness(wordsOf(text), words) < 1) return [];
    if (flags & flag.aside && (next?.text.length ?? 0) > maxAside) return [];
    // If a pair or cell follows, the heading is the title of a group of values.
    if (!next || startsPair(next) || /[:：]$/.test(next.text)) return [];
    if (next.flags & (flag.heading | flag.cell | flag.list | outside) || next.text.length > 600) return [];
    return [
      {
        raw: next.text,
        weight: flags & flag.aside ? 0.45 : 0.55,
        kind: 'heading',
        node: next.node,
        excerpt: excerptOf(next.text),
      },
    ];
  });
}

const FILE = /\.(?:zip|dmg|exe|msi|pdf|tar\.gz|tgz|apk|deb|rpm|AppImage|pkg|epub)$/i;

/** Returns links to downloadable files. */
export const downloads = ({ document, base }: Evidence): readonly Sighting[] =>
  findElements(
    document,
    ({ name, attribs }) =>
      name === 'a' &&
      (attribs.download !== undefined || FILE.test(URL.parse(attribs.href ?? '', base)?.pathname ?? '')),
    20,
  ).map((node) => ({
    raw: node.attribs.href ?? '',
    weight: 0.5,
    kind: 'attribute',
    node,
    excerpt: excerptOf(textOf(node)),
  }));

const isMostlyLinks = ({ segments, text }: Line): boolean =>
  segments.reduce((sum, one) => sum + (one.flags & flag.link ? one.text.length : 0), 0) * 2 > text.length;

/** Returns the running text of the page's main part. */
export function wholeText({ view }: Evidence): readonly Sighting[] {
  const main = view.lines
    .slice(view.headlineAt)
    .filter((line) => !(line.flags & (OUTSIDE | flag.review)) && line.text.length > 60 && !isMostlyLinks(line));
  const [first] = main;
  if (!first) return [];
  const shared = main.filter(
    ({ node }) => node.parent && first.node.parent && isWithin(node, first.node.parent.parent ?? first.node.parent),
  );
  const raw = shared.map(({ text }) => text).join('\n');
  return raw.length < 120 ? [] : [{ raw, weight: 0.45, kind: 'text', node: first.node, excerpt: excerptOf(raw) }];
}
