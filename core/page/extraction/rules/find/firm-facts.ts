import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import { postalAddresses } from './sentence-facts';
import { excerptOf, type Sighting } from './sighting';

/** A company name that ends with a legal form. */
const LEGAL_NAME =
  /^(\p{L}[^©®]{1,60}?\s(?:g?GmbH(?: & Co\. KG)?|AG|UG|KG|OHG|e\.\s?K\.|e\.\s?V\.|Ltd\.?|Limited|LLC|Inc\.?|SARL|SAS|S\.A\.(?:S\.)?|S\.L\.|S\.?r\.?l\.?|B\.?V\.?|Lda\.?|Sp\. z o\.\s?o\.|AB|ApS|AS|Oy|s\.r\.o\.))(?:$|[.,]?\s[|·–—]|[.,]\s)/u;
const SINCE =
  /(?<!\p{L})(?:since|established(?: in)?|founded in|est\.|seit|gegründet|depuis|fondée? en|desde|fundada en|dal|fondata nel|sinds|opgericht in|od|sedan)\s((?:1[789]|20)\d\d)(?!\d)/iu;
const VAT = /(?<![\p{L}\d])((?:[A-Z]{2}[UL]?\s?)?[A-Z]?\d(?:[. -]?[\dA-Z]){7,13})(?![\p{L}\d])/u;
const VAT_WORDS = /(?:vat|umsatzsteuer|ust|tva|p\.?\s?iva|partita iva|btw|nip|moms)(?!\p{L})|umsatzsteuer/iu;

/** Returns company names at the start of short lines, recognized by their legal form. */
export const legalNames = ({ view }: Evidence): readonly Sighting[] =>
  view.lines.flatMap(({ text, node, flags }): readonly Sighting[] => {
    const name = text.length <= 160 && !(flags & flag.related) ? LEGAL_NAME.exec(text)?.[1] : undefined;
    return name === undefined ? [] : [{ raw: name, weight: 0.5, kind: 'text', node, excerpt: excerptOf(text) }];
  });

/** Returns the founding year of a company. Empty for articles, because the years in an article refer to its subject. */
export const foundingYears = ({ view, metadata }: Evidence): readonly Sighting[] =>
  (metadata.publishedTime === undefined && metadata.author === undefined ? view.lines : []).flatMap(
    ({ text, node, flags }): readonly Sighting[] => {
      const year = text.length <= 300 && !(flags & (flag.related | flag.review)) ? SINCE.exec(text)?.[1] : undefined;
      return year === undefined ? [] : [{ raw: year, weight: 0.4, kind: 'text', node, excerpt: excerptOf(text) }];
    },
  );

/** Returns VAT numbers from lines with a word such as `VAT`, or from the lines directly below. */
export const vatNumbers = ({ view }: Evidence): readonly Sighting[] =>
  view.lines.flatMap(({ text, node }, at): readonly Sighting[] => {
    const said = `${view.lines[at - 1]?.text.slice(-90) ?? ''} ${text}`;
    const code = text.length <= 90 && VAT_WORDS.test(said) ? VAT.exec(text)?.[1] : undefined;
    return code === undefined || code.replace(/\D/g, '').length < 8
      ? []
      : [{ raw: code, weight: 0.5, kind: 'label', node, excerpt: excerptOf(text) }];
  });

const AFTER_CODE = /\s(\d{4,5}(?:-\d{3})?(?:\s[A-Z]{2})?|\d{2}-\d{3}|\d{3}\s\d{2})\s(\p{Lu}[\p{L}'’ -]+)/u;
const BEFORE_STATE = /,\s([\p{L}.' -]+?),?\s(?:[A-Z]{2}\s)?(\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})$/u;

/** Returns the streets, postal codes or towns of postal addresses in text. */
export const partsOfAddress = (evidence: Evidence, part: 'street' | 'code' | 'town'): readonly Sighting[] =>
  postalAddresses(evidence).flatMap((one): readonly Sighting[] => {
    const text = String(one.raw);
    const [, code = '', town = ''] = swapped(BEFORE_STATE.exec(text)) ?? AFTER_CODE.exec(text) ?? [];
    if (code === '') return [];
    const [street = ''] = text.split(/,\s/);
    const raw = part === 'code' ? code : part === 'town' ? town.trim() : /\d/.test(street) ? street : '';
    return raw === '' ? [] : [{ ...one, raw, weight: one.weight * 0.9 }];
  });

const swapped = (found: RegExpExecArray | null): readonly string[] | undefined =>
  found ? ['', found[2] ?? '', found[1] ?? ''] : undefined;
