import { valuesAt } from '../../../../contract/markup-item';
import { legalNames, partsOfAddress } from '../find/firm-facts';
import { ownerOfSite } from '../find/page-facts';
import { excerptOf, type Sighting } from '../find/sighting';
import { labelKey, wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';

/** Types of markup items that describe one place of business. */
export const PLACES =
  /store|shop|restaurant|hotel|business|dentist|physician|clinic|pharmacy|museum|library|school|club|bakery|cafe|bar(?!code)|salon|hospital|gym|theater/;
/** Words in headings that refer to a page of a site rather than to the site's owner. Covers ten languages. */
const PAGE_WORDS = new Set(
  `about us our the contact info information general data visit find where hours opening location address directions home welcome
  team joining join membership imprint legal practical plan your
  über uns wir kontakt anfahrt öffnungszeiten impressum informationen praktische willkommen startseite
  à propos qui sommes nous contact contactez horaires accès infos pratiques informations accueil bienvenue mentions légales
  quiénes somos sobre nosotros contacto datos generales información horarios cómo llegar inicio bienvenidos dónde estamos
  la struttura il ristorante camere l unser hotel das haus le cabinet visita visitas visite besuch rooms zimmer chambres prices preise tarifs tarifas prezzi cennik menu équipe equipo history geschichte histoire storia historia team
  chi siamo contatti orari dove informazioni benvenuti
  quem sobre contactos contatos informações horários onde estamos bem vindos
  over ons openingstijden praktische informatie welkom waar
  o nas kontakt informacje godziny otwarcia dojazd strona główna
  om oss kontakta öppettider hitta hit välkommen
  and und et y e en i och of for di de
  会社概要 医院案内 病院案内 店舗案内 アクセス お問い合わせ ご案内`
    .trim()
    .split(/\s+/),
);

/** True for a heading that describes a page of a site, e.g. `Contact and opening hours`. */
export const isPageName = (text: string): boolean => {
  const words = labelKey(text).split(' ');
  return words[0] !== '' && words.length <= 6 && words.every((word) => PAGE_WORDS.has(word));
};

const maxName = 80;
const TITLE_PARTS = /\s[|–—•·»:]\s|\s-\s|｜/;

/**
 * Returns names of the organization, place or event behind a page. Sources: markup, the copyright line, the headline if
 * it contains the site name, and the page title without the name of the page.
 */
export function organizationNames(evidence: Evidence): readonly Sighting[] {
  const { items, title, metadata, view } = evidence;
  const marked = items
    .filter(({ types }) => types.some((type) => PLACES.test(type)))
    .flatMap((item) => valuesAt(item, 'name'))
    .flatMap(({ value, node }): readonly Sighting[] =>
      typeof value === 'string'
        ? [{ raw: value, weight: 0.75, kind: 'json-ld', node, excerpt: excerptOf(`name: ${value}`) }]
        : [],
    );
  const parts = String(metadata.title ?? '')
    .split(TITLE_PARTS)
    .map((part) => part.trim());
  const site = wordsOf(parts.at(-1) ?? '').join(' ');
  const key = wordsOf(title).join(' ');
  const isHeading = /^h[1-6]$/.test(view.headline?.name ?? '') && title.length <= maxName;
  const isBranch =
    isHeading &&
    ((site.length > 3 && parts.length > 1 && key.startsWith(`${site} `)) || isBranchOfOwner(key, parts, evidence));
  const legal = legalNames(evidence)
    .filter(({ raw }) => !/\s(?:at|with|by|from|to)\s/.test(String(raw)))
    .map((one) => ({ ...one, weight: one.weight * 0.8 }));
  const shown: readonly Sighting[] = isBranch
    ? [{ raw: title, weight: 0.6, kind: 'heading', node: view.headline, excerpt: excerptOf(title) }]
    : [];
  const others = parts.filter((part) => wordsOf(part).join(' ') !== key);
  const tail = others.length < parts.length ? (others.at(-1) ?? '') : '';
  const sites: readonly Sighting[] =
    tail === '' || isPageName(tail)
      ? []
      : [{ raw: tail, weight: 0.48, kind: 'meta', node: undefined, excerpt: excerptOf(tail) }];
  return [...marked, ...shown, ...sites, ...ownerOfSite(evidence), ...legal, ...partsBesidesPage(parts)];
}

const minOwner = 4;

/**
 * True for a headline that starts with the name of the site's owner and is also the title of the page, if the page
 * states exactly one postal address. Such a page describes a branch, e.g. `Tide Works Harbour Street`.
 */
const isBranchOfOwner = (key: string, parts: readonly string[], evidence: Evidence): boolean =>
  wordsOf(parts[0] ?? '').join(' ') === key &&
  ownerOfSite(evidence).some(({ raw }) => {
    const owner = wordsOf(String(raw)).join(' ');
    return owner.length >= minOwner && key.startsWith(`${owner} `);
  }) &&
  new Set(partsOfAddress(evidence, 'code').map(({ raw }) => raw)).size === 1;

const minUses = 2;

/** Returns the last part of a page title if other lines of the page use it as a name. */
export function namesInText({ view, metadata }: Evidence): readonly Sighting[] {
  const [, ...parts] = String(metadata.title ?? '').split(TITLE_PARTS);
  const name = parts.at(-1)?.trim() ?? '';
  if (wordsOf(name).length < minUses) return [];
  const uses = view.lines.filter(
    ({ text, flags }) => !(flags & OUTSIDE) && text.length > name.length && text.includes(name),
  );
  return uses.length >= minUses
    ? [{ raw: name, weight: 0.42, kind: 'meta', node: undefined, excerpt: excerptOf(name) }]
    : [];
}

/**
 * Returns the site name from the title of a home page, e.g. `Tide Works` from `Rope makers in Holm: Tide Works`. Used
 * as the name of the organization that the page describes.
 */
export function namesOnHomePage({ name }: Field, { url, metadata }: Evidence): readonly Sighting[] {
  const site = wordsOf(String(metadata.siteName ?? metadata.ogSiteName ?? '')).join('');
  if (!/^name$/i.test(name) || URL.parse(url)?.pathname !== '/' || site === '') return [];
  const title = String(metadata.title ?? '');
  const raw = title.split(/\s[|–—•·»-]\s|:\s/).find((part) => wordsOf(part).join('') === site);
  return raw === undefined ? [] : [{ raw, weight: 0.8, kind: 'meta', node: undefined, excerpt: excerptOf(title) }];
}

const SLOGAN =
  /\s(?:in|near|serving)\s\p{Lu}|(?<!\p{L})(?:company|contractors?|services?|specialists?|experts?|repairs?)(?!\p{L})/iu;

/** Returns the firm's name in the page title if the headline only says what the firm does and where. */
export const namesBesideSlogan = ({ name }: Field, evidence: Evidence): readonly Sighting[] =>
  /^name$/i.test(name) && SLOGAN.test(evidence.title)
    ? namesInText(evidence).map((one) => ({ ...one, weight: 0.85 }))
    : [];

/** Returns the second part of a page title if the first part describes a page of the site, e.g. `Contact`. */
const partsBesidesPage = ([page = '', name = '']: readonly string[]): readonly Sighting[] =>
  name !== '' && isPageName(page)
    ? [{ raw: name, weight: 0.5, kind: 'meta', node: undefined, excerpt: excerptOf(`${page} – ${name}`) }]
    : [];

/** Replaces the title of a page such as `Contact` with names of the organization or event behind the page. */
export function namesBehindPage(found: readonly Sighting[], evidence: Evidence): readonly Sighting[] {
  if (!isPageName(evidence.title)) return found;
  return [
    ...found.filter(({ raw }) => !isPageName(String(raw).split(TITLE_PARTS)[0] ?? '')),
    ...organizationNames(evidence),
  ];
}

const GREETING =
  /^(?:welcome (?:to|at)|(?:herzlich )?willkommen (?:bei(?:m)?|in|im|auf|zu[rm]?)|bienvenue (?:à|au|aux|chez|dans|sur)|bienvenid[oa]s? (?:al?|en)|benvenut[oiae] (?:a[dl]?|alla|da|in|nel|nella|su)|bem[- ]vind[oa]s? (?:ao?|à)|(?:hartelijk )?welkom (?:bij|op|in)|witamy (?:w|na)|välkommen till)\s(?:the\s)?(.{2,80}?)[!.]?$|^(.{2,60}?)へようこそ[！!]?$/iu;

/** Removes a greeting from a name, e.g. from `Welcome to Lune Rowers`. A field for a title keeps the greeting. */
export const withoutGreeting = ({ name }: Field, found: readonly Sighting[]): readonly Sighting[] =>
  /name$/i.test(name)
    ? found.map((one) => {
        const [, after, before = ''] = GREETING.exec(String(one.raw)) ?? [];
        const raw = after ?? before;
        return /^[\p{Lu}\p{Lo}\p{N}]/u.test(raw) ? { ...one, raw } : one;
      })
    : found;
