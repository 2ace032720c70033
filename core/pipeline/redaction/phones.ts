/** Digits with the separators that are common in phone numbers. */
export const phoneLike = /(?<![\w.,$€£¥#@:=-])(?:\+|\(\+?)?\d[\d \u00a0()./-]{5,24}\d(?![\w@%€$£]|[.,]\d)/g;

const label =
  /(?:\b(?:tel|telefon|telephone|téléphone|tél|teléfono|telefono|phone|ph|mobile|mobil|móvil|cell|handy|fax|call|ring|whatsapp|hotline|t|m|f)\b[\w ]{0,12}[.:)]{0,2}|[☎📞✆])[ \u00a0*_([]{0,4}$/iu;
/** Labels of numbers that are not phone numbers. */
const otherLabel =
  /\b(?:isbn|issn|ean|gtin|order|bestell\w*|invoice|rechnung\w*|ref(?:erence)?|tracking|sku|art\w*|item|ticket|case|version|id|no|nr|number|nummer|page|pages|seite|seiten|year|jahr|date|datum)\b[\w ]{0,12}[.:#]{0,2}[ \u00a0*_]{0,3}$/i;
const northAmerican = /^(?:1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}$/;
/** Matches national phone numbers: the trunk prefix 0, an area code, and further groups of digits. */
const national = /^(?:\(0\d{2,5}\)|0\d{2,5})[ \u00a0/.-]{1,3}\d[\d \u00a0./-]{4,14}\d$/;
/** Matches phone numbers that consist of pairs of digits, as in France. */
const pairs = /^0[1-9](?:[ .]\d{2}){4}$/;
const date = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2})(?:\D|$)/;

/** True for a phone number that is recognized by its format or by the words before it. */
export function isPhone(text: string, before: string, isAggressive: boolean): boolean {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 7 || digits.length > 15 || date.test(text)) return false;
  if (!hasBalancedBrackets(text)) return false;
  if (/^\(?\+/.test(text)) return digits.length >= 8;
  if (label.test(before)) return true;
  if (otherLabel.test(before)) return false;
  if (/^00[1-9]/.test(text)) return digits.length >= 11 && /\D/.test(text);
  if (northAmerican.test(text) || pairs.test(text)) return true;
  if (national.test(text)) return digits.length >= 9 && digits.length <= 13;
  return isAggressive && digits.length >= 9 && /^[\d ()/-]+$/.test(text) && /\D/.test(text);
}

function hasBalancedBrackets(text: string): boolean {
  let open = 0;
  for (const sign of text) {
    if (sign === '(') open++;
    if (sign === ')' && --open < 0) return false;
  }
  return open === 0;
}
