import { type Element, isText } from 'domhandler';
import { wholeRow } from '../extraction/rules/page/spanned-rows';
import { findElement, textOf } from '../extraction/rules/page/text-of';
import { shownElements } from './shape';
import { isUnseen } from './unseen';

/** Matches text that consists only of an ad label, possibly with the name of the advertiser. */
const PAID =
  /^(?:(?:ad|ads|advert|advertisement|sponsored|promoted|paid|partner offer|anzeige|werbung|gesponsert|annonce|sponsorisé|publicité|publicidad|publicidade|patrocinado|promocionado|anuncio|sponsorizzato|pubblicità|reklama|sponsorowane|advertentie|gesponsord|annons|annonse|inzerce|hirdetés|реклама|広告|スポンサー|광고|广告)[.:·]?|(?:(?:sponsored|promoted|paid|branded) (?:content|post|by)|contenido patrocinado|conteúdo patrocinado|contenu sponsorisé|contenuto sponsorizzato|(?:gesponserter|bezahlter) inhalt|materiał sponsorowany|gesponsorde inhoud|komerční sdělení)(?:(?:\s?[·|:–-])?\s.+)?)$/iu;
const maxPaidChars = 60;
/** `PR` is a Japanese ad label, but also a state code. It therefore counts only in an element marked as a label. */
const PAID_MARK = /^PR$/;
const MARKED = /(?:^|[\s_-])(?:pr|ad|ads|label|badge)(?:$|[\s_-])/i;
/** First words of table rows with totals or averages. */
const SUMS =
  /^(?:(?:grand |sub)?total|sum|overall|average|mean|summe|gesamt|insgesamt|durchschnitt|totaux|somme|moyenne|totale|media|suma|razem|totaal|totalt|итого|всего|合計|合计|总计)\b/iu;

/** True for a record that is labelled as an ad. */
export const isPaidFor = (record: readonly Element[]): boolean =>
  record.some((part) => findElement(part, isAdLabel) !== undefined);

/** True for an ad label without other visible text. Text for screen readers is allowed. */
function isAdLabel(element: Element): boolean {
  const text = ownTextOf(element);
  if (text === '' || text.length > maxPaidChars) return false;
  if (!PAID.test(text) && !(PAID_MARK.test(text) && MARKED.test(element.attribs.class ?? ''))) return false;
  return shownElements(element).every((child) => textOf(child) === '' || isUnseen(child));
}

const ownTextOf = ({ children }: Element): string =>
  children.length === 0
    ? ''
    : children
        .map((child) => (isText(child) ? child.data : ''))
        .join('')
        .trim();

/**
 * True for a header, separator or total row of a table. `cellsOfMost` is the usual number of cells per row. An element
 * other than a `tr` counts only if its class marks a header.
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

/** True for text such as a date, a month with a year, a weekday or a single letter, which often divides a list. */
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

/** True for an element without text outside a button, e.g. `View more` at the end of a list. */
export function isOnlyButton(element: Element): boolean {
  const button = findElement(element, ({ name, attribs }) => name === 'button' || attribs.role === 'button');
  return button !== undefined && textOf(button) !== '' && textOf(button) === textOf(element);
}
