import type { Element } from 'domhandler';
import { wholeRow } from '../extraction/rules/page/spanned-rows';
import { findElement, textOf } from '../extraction/rules/page/text-of';
import { shownElements } from './shape';

/** Matches text that consists only of an ad label. */
const PAID =
  /^(?:ad|ads|advert|advertisement|sponsored|promoted|paid|partner offer|anzeige|werbung|gesponsert|annonce|sponsorisé|publicité|publicidad|patrocinado|promocionado|anuncio|sponsorizzato|pubblicità|reklama|sponsorowane|advertentie|gesponsord|реклама|広告|スポンサー)[.:·]?$/iu;
/** First words of table rows with totals or averages. */
const SUMS =
  /^(?:(?:grand |sub)?total|sum|overall|average|mean|summe|gesamt|insgesamt|durchschnitt|totaux|somme|moyenne|totale|media|suma|razem|totaal|totalt|итого|всего|合計|合计|总计)\b/iu;

/** True for a record that is labelled as an ad. */
export const isPaidFor = (record: readonly Element[]): boolean =>
  record.some(
    (part) =>
      findElement(part, (element) => {
        if (shownElements(element).length > 0) return false;
        const text = textOf(element);
        return text.length < 24 && PAID.test(text);
      }) !== undefined,
  );

/**
 * True for a header, separator or total row of a table. For elements other than table rows, only header classes count.
 */
export function isNoDataRow(row: Element, cellsOfMost: number): boolean {
  if (row.name !== 'tr')
    return /(?:^|[\s_-])(?:thead|table-?head|head(?:er)?)(?:$|[\s_-])/i.test(row.attribs.class ?? '');
  const cells = shownElements(wholeRow(row)).filter(({ name }) => name === 'td' || name === 'th');
  if (cells.length === 0 || cells.every(({ name }) => name === 'th')) return true;
  if (parentName(row) === 'tfoot' || parentName(row) === 'thead') return true;
  if (cells.length <= cellsOfMost / 2) return true;
  const [first] = cells;
  return first !== undefined && SUMS.test(textOf(first));
}

const parentName = ({ parent }: Element): string | undefined =>
  parent && 'name' in parent ? (parent.name as string) : undefined;

/** True for a day, month or letter that divides a list. */
export const separatesList = (text: string): boolean =>
  /^\p{L}$|^(?:\p{L}+,? )?\d{1,4}[./ -]|\b(?:19|20)\d\d\b|^\p{L}+day\b/u.test(text) && text.length < 40;

/**
 * True for a heading between records: a heading element, a day or a letter. Headings with a link or image do not count.
 */
export function isHeadOfRecords(element: Element): boolean {
  const text = textOf(element);
  const holds = (passes: (inner: Element) => boolean) => findElement(element, passes) !== undefined;
  if (text === '' || text.length > maxHeadChars || holds(({ name }) => name === 'a' || name === 'img')) return false;
  return separatesList(text) || holds((inner) => /^h[1-6]$/.test(inner.name) && textOf(inner) === text);
}

const maxHeadChars = 80;
