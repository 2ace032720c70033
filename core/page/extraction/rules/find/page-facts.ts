import type { Element } from 'domhandler';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import { wordsOfAttributes } from '../page/hints';
import { findElement, findElements, textOf } from '../page/text-of';
import { inLines } from './in-lines';
import { excerptOf, type Sighting } from './sighting';

const CRUMB_WORDS = / (?:breadcrumbs?|crumbs?|brotkrumen?|fil ariane|migas) /;
const CRUMB_MARKS = /\s[›»>/→]\s/;
const maxCrumbs = 12;
/** Matches a breadcrumb for an issue of a magazine, e.g. `Issue 31`. */
const ISSUE =
  /^(?:issue|no\.?|vol(?:ume|\.)?|ausgabe|heft|nr\.?|band|jahrgang|num[eé]ro|número|n[º°.]|fascicolo|edição|edición|nummer|numer|zeszyt)\s?#?\d/iu;

/** Returns the site section of a page: the last breadcrumb that links to another page, unless it is an issue. */
export function sectionOfPage(evidence: Evidence): readonly Sighting[] {
  const trail = evidence.once(crumbTrail);
  const links = trail
    ? findElements(trail, ({ name, attribs }) => name === 'a' && attribs.href !== undefined, maxCrumbs)
    : [];
  const here = pathOf(URL.parse(evidence.url));
  const sections = links.filter((link) => {
    const path = pathOf(URL.parse(link.attribs.href ?? '', evidence.base));
    return (
      path !== here &&
      path !== '/' &&
      textOf(link) !== evidence.title &&
      !HOME.test(textOf(link)) &&
      !ACCOUNT.test(textOf(link))
    );
  });
  const last = sections.at(-1) ?? (trail && links.length <= 1 ? plainCrumbs(trail, evidence).at(-1) : undefined);
  return last && !ISSUE.test(textOf(last)) ? [textSighting(last, 0.6)] : [];
}

/** In older forums, the URLs of pages differ only in the query string. */
const pathOf = (url: URL | null): string | undefined => (url === null ? undefined : `${url.pathname}${url.search}`);

const HOME = /^(?:home(?:page)?|startseite|start|accueil|inicio|início|strona główna|hem|forside)$/iu;

/** Text of a breadcrumb that links to the user's account instead of a section of the site. Covers ten languages. */
const ACCOUNT =
  /^(?:(?:sign|log)[ -]?(?:in|up|on|out)|register|my account|anmelden|einloggen|registrieren|mein konto|(?:se )?connexion|se connecter|s[’']inscrire|mon compte|iniciar sesión|acceder|registrarse|mi cuenta|accedi|registrati|entrar|iniciar sessão|registar|inloggen|aanmelden|registreren|zaloguj(?: się)?|logga in)$/iu;

/** Returns the breadcrumbs that have no link, except the page's own breadcrumb. */
const plainCrumbs = (trail: Element, { title }: Evidence): readonly Element[] =>
  findElements(trail, ({ name }) => name === 'li', maxCrumbs).filter((crumb) => {
    const text = textOf(crumb);
    return text !== '' && text !== title && findElement(crumb, ({ name }) => name === 'a') === undefined;
  });

function crumbTrail({ document, view }: Evidence): Element | undefined {
  return findElement(document, (element) => {
    if (!/^(?:nav|ol|ul|div|p)$/.test(element.name)) return false;
    if (CRUMB_WORDS.test(wordsOfAttributes(element.attribs))) return true;
    const isAbove = element.name === 'nav' || (view.firstLine.get(element) ?? view.headlineAt) < view.headlineAt;
    if (!isAbove || (view.endLine.get(element) ?? 0) > view.headlineAt + 1) return false;
    const text = textOf(element);
    return (
      text.length < 200 && CRUMB_MARKS.test(text) && findElement(element, ({ name }) => name === 'a') !== undefined
    );
  });
}

const textSighting = (node: Element, weight: number): Sighting => {
  const text = textOf(node);
  return { raw: text, weight, kind: 'text', node, excerpt: excerptOf(text) };
};

/** A software name and version in the title of a documentation page, e.g. `Loomdb 2.4 documentation`. */
const MANUAL =
  /^(.{2,40}?)\s+v?(\d+(?:\.\d+)+[\w.-]*)(?:\s+(?:documentation|docs|manual|reference|guide|handbuch))?$/iu;

/** Words that precede the software's name in a title. */
const OF_MANUAL =
  /^(?:documentation|documentação|documentación|documentazione|dokumentation|dokumentacja|handbuch|manual|manuel|guide|docs)\s(?:(?:of|for|d[aeo]l?|della?|du|von|zu|för|voor|til)\s|d[’'])?/iu;

/** Returns the software name or version that follows the page's own title in the full title. */
export function softwareInTitle({ metadata }: Evidence, part: 'name' | 'version'): readonly Sighting[] {
  const title = String(metadata.title ?? '');
  const tails = title.split(/\s[|–—•·»-]\s/).slice(1);
  return tails.flatMap((tail): readonly Sighting[] => {
    const [, name = '', version = ''] = (tail.length < 160 && MANUAL.exec(tail.trim())) || [];
    const raw = part === 'name' ? name.replace(OF_MANUAL, '') : version;
    return raw === '' ? [] : [{ raw, weight: 0.5, kind: 'meta', node: undefined, excerpt: excerptOf(title) }];
  });
}

/** Returns the version in the headline, e.g. `Release notes 5.2`, or in a heading with the page's title, e.g. `Loomdb 2.4`. */
export function versionInHeadline(evidence: Evidence): readonly Sighting[] {
  const text = evidence.title;
  const released =
    /(?<![\d.])(\d+(?:\.\d+)+)\s(?:(?:is|has been)\s)?(?:released|available|out|erschienen|veröffentlicht|est sorti|disponible|rilasciat[oa]|disponibile|lançad[oa]|uitgebracht|wydan[ya])(?!\p{L})/iu;
  const named = evidence.view.lines.find(
    ({ text: line, flags }) => flags & flag.heading && text !== '' && line.startsWith(`${text} `) && line.length < 80,
  );
  const raw =
    /^v?(\d+\.\d[\w.-]*)$/.exec(named?.text.slice(text.length + 1) ?? '')?.[1] ??
    released.exec(text)?.[1] ??
    /(?:version|release|release notes|versione|versión|versão|versie|wersja|v)\s?(\d+(?:\.\d+)+)(?![\d.])/iu.exec(
      text,
    )?.[1];
  return raw === undefined
    ? []
    : [{ raw, weight: 0.5, kind: 'heading', node: evidence.view.headline, excerpt: excerptOf(text) }];
}

const YEARS = '(?:19|20)\\d\\d(?:\\s?[-–]\\s?(?:(?:19|20)\\d\\d|present|heute|today))?';
const OWNER = new RegExp(
  `^(?:copyright\\s*)?(?:©|\\(c\\)|copyright)\\s*(?:copyright\\s*)?(?:by\\s+)?(?:${YEARS})?[\\s,]*(.{2,60}?(?:,\\s(?:Inc|Ltd|LLC|Corp)(?!\\p{L})\\.?)?)(?:,\\s|\\s(?:&|and)\\s(?:contributors|others|affiliates)(?!\\p{L})|\\s${YEARS}|\\s[|·•–—-]\\s|[.;](?:\\s+(?=\\p{Lu}\\p{L}{2})|$)|\\s+(?:all rights|alle rechte|tous droits)|$)`,
  'iu',
);

/**
 * Matches text after the year in a copyright line that does not name the owner, e.g. `All rights reserved` or the start
 * of a picture credit.
 */
const NO_OWNER =
  /^(?:photos?|fotos?|bild(?:er)?|images?|pictures?|all rights|alle rechte|tous droits|todos (?:los|os) (?:derechos|direitos)|tutti i diritti|wszelkie prawa|alla rättigheter)(?!\p{L})/iu;

/** Returns the owner of the site, from its copyright line and site name. */
export function ownerOfSite(evidence: Evidence): readonly Sighting[] {
  const { metadata } = evidence;
  const name = metadata.siteName ?? metadata.ogSiteName;
  const named: readonly Sighting[] =
    typeof name === 'string'
      ? [{ raw: name, weight: 0.45, kind: 'meta', node: undefined, excerpt: excerptOf(name) }]
      : [];
  const owners = inLines(evidence, { maxChars: 159, away: 0, weight: 0.4 }, (text) => {
    const owner = OWNER.exec(text)?.[1]?.trim() ?? '';
    return /\p{L}{2}/u.test(owner) && !NO_OWNER.test(owner) ? owner : undefined;
  });
  return [...named, ...owners.slice(-1)];
}

const READING_TIME = /(?:reading time|time to read|lesezeit|temps de lecture|tiempo de lectura|tempo di lettura)/i;

/** Returns the reading time from the metadata for link previews. */
export const readingTimeOfCard = ({ metas }: Evidence): readonly Sighting[] =>
  [1, 2, 3].flatMap((at): readonly Sighting[] => {
    const label = metas.get(`twitter:label${at}`)?.[0]?.content ?? '';
    const data = metas.get(`twitter:data${at}`)?.[0];
    return data && READING_TIME.test(label)
      ? [
          {
            raw: data.content,
            weight: 0.6,
            kind: 'meta',
            node: data.node,
            excerpt: excerptOf(`${label}: ${data.content}`),
          },
        ]
      : [];
  });

const CALENDAR_BOX = / (?:add to calendar|addtocalendar|addevent|atc|atcb|calendar link|add event) /;

/** Returns event data from add-to-calendar buttons and links. */
export function calendarFacts(evidence: Evidence, part: 'start' | 'end' | 'location'): readonly Sighting[] {
  const isBox = ({ name, attribs }: Element): boolean =>
    name === 'add-to-calendar-button' ||
    CALENDAR_BOX.test(`${wordsOfAttributes(attribs)}${(attribs.title ?? '').toLowerCase()} `);
  const boxes = findElements(evidence.document, isBox, 5).flatMap((box): readonly Sighting[] => {
    const own = box.attribs[part] ?? box.attribs[`data-${part}`] ?? box.attribs[`${part}date`];
    if (own !== undefined) return [{ raw: own, weight: 0.7, kind: 'attribute', node: box, excerpt: excerptOf(own) }];
    const inner = findElement(box, ({ attribs }) => (attribs.class ?? '').split(/[\s_-]+/).includes(part));
    return inner && textOf(inner) !== '' ? [{ ...textSighting(inner, 0.7), kind: 'attribute' }] : [];
  });
  return [...boxes, ...calendarLinks(evidence, part)];
}

const CALENDAR_LINK =
  /calendar\.google\.com\/calendar\/(?:render|event)|outlook\.\w+\.com\/calendar|calendar\.yahoo\.com/;

function calendarLinks({ document }: Evidence, part: 'start' | 'end' | 'location'): readonly Sighting[] {
  const links = findElements(
    document,
    ({ name, attribs }) => name === 'a' && CALENDAR_LINK.test(attribs.href ?? ''),
    5,
  );
  return links.flatMap((node): readonly Sighting[] => {
    const query = URL.parse(node.attribs.href ?? '')?.searchParams;
    const [start, end] = (query?.get('dates') ?? '').split('/').map(isoOf);
    const values = {
      start: start ?? query?.get('startdt'),
      end: end ?? query?.get('enddt'),
      location: query?.get('location') ?? query?.get('in_loc'),
    };
    const raw = values[part];
    return raw ? [{ raw, weight: 0.6, kind: 'attribute', node, excerpt: excerptOf(raw) }] : [];
  });
}

/** Converts `20230110T163000Z` to `2023-01-10T16:30:00Z`. */
const isoOf = (text: string): string | undefined => {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(text);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second, zone] = found;
  return `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}${zone}`}`;
};
