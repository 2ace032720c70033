import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import { inLines } from './in-lines';
import { postalAddresses } from './sentence-facts';
import type { Sighting } from './sighting';

/** A company name that ends with a legal form. */
const LEGAL_NAME =
  /^(\p{L}[^©®]{1,60}?\s(?:g?GmbH(?: & Co\. KG)?|AG|UG|KG|OHG|e\.\s?K\.|e\.\s?V\.|Ltd\.?|Limited|LLC|Inc\.?|SARL|SAS|S\.A\.(?:S\.)?|S\.L\.|S\.?r\.?l\.?|B\.?V\.?|Lda\.?|Sp\. z o\.\s?o\.|AB|ApS|AS|Oy|s\.r\.o\.))(?:$|[.,]?\s[|·–—]|[.,]\s)/u;
const SINCE =
  /(?<!\p{L})(?:since|established(?: in)?|founded in|est\.|seit|gegründet|depuis|fondée? en|desde|fundada en|dal|fondata nel|sinds|opgericht in|od|sedan)\s((?:1[789]|20)\d\d)(?!\d)/iu;
const VAT = /(?<![\p{L}\d])((?:[A-Z]{2}[UL]?\s?)?[A-Z]?\d(?:[. -]?[\dA-Z]){7,13})(?![\p{L}\d])/u;
const VAT_WORDS = /(?:vat|umsatzsteuer|ust|tva|p\.?\s?iva|partita iva|btw|nip|moms)(?!\p{L})|umsatzsteuer/iu;

/** Returns company names at the start of short lines, recognized by their legal form. */
export const legalNames = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { maxChars: 160, away: flag.related, weight: 0.5 }, LEGAL_NAME);

/** Returns the founding year of a company. Empty for articles, because the years in an article refer to its subject. */
export const foundingYears = (evidence: Evidence): readonly Sighting[] =>
  (evidence.metadata.publishedTime ?? evidence.metadata.author) === undefined
    ? inLines(evidence, { maxChars: 600, away: flag.related | flag.review, weight: 0.4 }, SINCE)
    : [];

/** Returns VAT numbers from lines with a word such as `VAT`, or from the lines directly below. */
export const vatNumbers = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { maxChars: 90, away: 0, weight: 0.5, kind: 'label' }, (text, _, at) => {
    const said = `${evidence.view.lines[at - 1]?.text.slice(-90) ?? ''} ${text}`;
    const own = VAT_WORDS.exec(text)?.index ?? 0;
    const code = VAT_WORDS.test(said) ? VAT.exec(text.slice(own))?.[1] : undefined;
    return code !== undefined && code.replace(/\D/g, '').length >= 8 ? code : undefined;
  });

const SEAT =
  /(?<!\p{L})(?:headquartered in|(?:head office|headquarters) (?:is |are )?in|(?:haupt|firmen)?sitz (?:ist |liegt )?in|siège (?:social )?(?:est )?(?:situé )?à|con sede (?:central )?(?:en|a)|com sede em|gevestigd in|hoofdkantoor (?:is |staat )?in|z siedzibą w|(?:huvudkontor|säte) i)\s(\S.{1,60})/iu;
const TOWN = /^\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*){0,2}/u;

/** Returns the town in a sentence such as `We are headquartered in Leeds`. */
export const headquarters = (evidence: Evidence): readonly Sighting[] =>
  inLines(
    evidence,
    { maxChars: 1200, away: flag.related | flag.review, weight: 0.45 },
    (text) => TOWN.exec(SEAT.exec(text)?.[1] ?? '')?.[0],
  );

const AFTER_CODE = /\s(\d{4,5}(?:-\d{3})?(?:\s[A-Z]{2})?|\d{2}-\d{3}|\d{3}\s\d{2})\s(\p{Lu}[\p{L}'’ -]+)/u;
const BEFORE_STATE = /,\s([\p{L}.' -]+?),?\s(?:[A-Z]{2},?\s)?(\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})$/u;

/** Abbreviation of a US state, which is not a town. */
const STATE = /^[A-Z]{2}$/;

/** A line that contains only a town, a state and a postal code, e.g. `Middletown, NY 10940`. */
const TOWN_LINE = /^(\p{Lu}[\p{L}.’'-]+(?:\s\p{Lu}[\p{L}.’'-]+){0,2}),\s[A-Z]{2}\s(\d{5})(?:-\d{4})?$/u;

/** Returns the town or postal code in lines that match `TOWN_LINE`, if all these lines name the same place. */
function townLines(evidence: Evidence, group: 1 | 2): readonly Sighting[] {
  const rule = { maxChars: 50, away: flag.related | flag.review, weight: 0.35 };
  const found = inLines(evidence, rule, (text) => TOWN_LINE.exec(text)?.[group]);
  return new Set(found.map(({ raw }) => raw)).size === 1 ? found : [];
}

/** Returns the streets, postal codes or towns of postal addresses in text. */
export const partsOfAddress = (evidence: Evidence, part: 'street' | 'code' | 'town'): readonly Sighting[] => [
  ...partsOf(evidence, part),
  ...(part === 'street' ? [] : townLines(evidence, part === 'town' ? 1 : 2)),
];

const partsOf = (evidence: Evidence, part: 'street' | 'code' | 'town'): readonly Sighting[] =>
  postalAddresses(evidence).flatMap((one): readonly Sighting[] => {
    const text = String(one.raw);
    const [, code = '', town = ''] = swapped(BEFORE_STATE.exec(text)) ?? AFTER_CODE.exec(text) ?? [];
    if (code === '') return [];
    const [street = ''] = text.split(/,\s/);
    const parts = { code, town: STATE.test(town) ? '' : town.trim(), street: /\d/.test(street) ? street : '' };
    const raw = parts[part];
    return raw === '' ? [] : [{ ...one, raw, weight: one.weight * 0.9 }];
  });

const swapped = (found: RegExpExecArray | null): readonly string[] | undefined =>
  found ? ['', found[2] ?? '', found[1] ?? ''] : undefined;
