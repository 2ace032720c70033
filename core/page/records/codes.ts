import type { Element } from 'domhandler';
import { conceptsByLabel } from '../extraction/rules/lexicon/lexicon';
import { wordsOfAttributes } from '../extraction/rules/page/hints';
import type { RecordColumn } from './columns';
import { asElement } from './shape';
import { unitOf, withoutBrackets } from './units';

/** A column contains codes only if at least this share of its values look like codes. */
const minCodeShare = 0.9;
/**
 * Bare numbers of equal length count as codes if they have at least this many digits, unless the column's name
 * indicates an amount.
 */
const minCodeDigits = 5;
const minAddressDigits = 5;
const minWideChars = 8;
/** Maximum number of digits that a JSON number can represent exactly. */
const maxExactDigits = 15;

const CODE_NAME =
  /(?:^|\s)(?:ids?|codes?|skus?|isbn|issn|ean|gtin|upc|mpn|asin|doi|pmid|arxiv|zip|zipcode|postcode|postal|plz|cap|ref|reference|version|release|serial|iban|vat|imei|vin)(?:\s|$)|(?:article|part|model|item|order|call|catalog(?:ue)?|customer|artikel|bestell)[\s-]*(?:no|nr|number|num|nummer)(?:\s|\.|$)/i;
const AMOUNT_NAME =
  /(?:^|\s)(?:population|people|inhabitants|residents|views?|visits?|visitors|downloads?|votes?|points|scores?|miles|mileage|km|distance|area|size|sqft|salary|income|revenue|sales|turnover|budget|total|sum|amount|count|quantity|price|cost|year|members|followers|subscribers|weight|height|capacity|change|einwohner|fläche|umsatz|aufrufe|habitants|población|abitanti)(?:\s|$)/i;
/**
 * Matches digits with optional decimals and optional thousands separators, either every three digits or in Indian
 * style.
 */
const WELL_FORMED =
  /^(?:\d+|\d{1,3}(?:([.,'’ \u00a0\u202f\u2009])\d{3})(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})(?:[.,]\d+)?$/;

/** True for identifiers that would lose zeros or separators if they were stored as numbers. */
export function areCodes(column: RecordColumn): boolean {
  const texts = withoutBrackets(column.cells.flat().map(({ text }) => text.trim()));
  const numbers = texts.map((text) => (/^[-−+]?\d(?:[\d.,'’\s]*\d)?/.exec(text) ?? [''])[0]);
  const share = (is: (number: string) => boolean): number => numbers.filter(is).length / Math.max(1, numbers.length);
  if (share((one) => one.replace(/\D/g, '').length > maxExactDigits) > 0) return true;
  if (share((one) => !WELL_FORMED.test(one.replace(/^[-−+]/, ''))) > 1 - minCodeShare) return true;
  if (unitOf(texts) !== '' || numbers.some((one) => /^[-−+]/.test(one))) return false;
  if (numbers.some((one) => /^0\d/.test(one)) || loseZeros(numbers)) return true;
  const names = namesOf(column);
  if (names.some((name) => CODE_NAME.test(name)) || isNamedCode(column.label)) return true;
  if (stayInAddresses(column)) return true;
  return haveOneLength(numbers) && !names.some((name) => AMOUNT_NAME.test(name)) && !isNamedAmount(column.label);
}

/**
 * True for numbers that would lose a trailing zero, e.g. `1.10` in a column with `1.9`. False for amounts, because they
 * have the same number of decimals or no trailing zeros.
 */
function loseZeros(numbers: readonly string[]): boolean {
  const decimals = numbers.map((one) => /^\d+\.(\d+)$/.exec(one)?.[1] ?? '');
  return new Set(decimals.map(({ length }) => length)).size > 1 && decimals.some((one) => one.endsWith('0'));
}

const namesOf = ({ label, cells }: RecordColumn): readonly string[] => {
  const node = cells.flat()[0]?.node;
  return [label === '' && node ? wordsOfAttributes(node.attribs).trim() : label].filter((name) => name !== '');
};

const isNamedCode = (label: string): boolean => label !== '' && conceptsByLabel(label)[0]?.kind === 'code';

const isNamedAmount = (label: string): boolean =>
  label !== '' && /^(?:number|money|duration)$/.test(conceptsByLabel(label)[0]?.kind ?? '');

/** True if nearly every value also occurs in the URL of the link around the value. */
function stayInAddresses({ cells }: RecordColumn): boolean {
  const found = cells.flat().map(({ text, node }) => {
    const value = text.trim();
    const href = linkAround(node)?.attribs.href ?? '';
    return value.replace(/\D/g, '').length >= minAddressDigits && href.split(/[/?&=#]/).includes(value);
  });
  return found.filter(Boolean).length >= Math.max(1, found.length * minCodeShare);
}

function linkAround(node: Element): Element | undefined {
  for (let up: Element | undefined = node, level = 0; up && level < 3; up = asElement(up.parent), level++)
    if (up.name === 'a') return up;
  return undefined;
}

/** True for several long numbers of equal length, such as article numbers and postal codes. */
function haveOneLength(numbers: readonly string[]): boolean {
  const [first = ''] = numbers;
  if (new Set(numbers).size < 2 || !numbers.every(({ length }) => length === first.length)) return false;
  const arePlain = numbers.every((one) => /^\d+$/.test(one));
  return arePlain ? first.length >= minCodeDigits : first.length >= minWideChars && /^\d+\.\d{4,}$/.test(first);
}
