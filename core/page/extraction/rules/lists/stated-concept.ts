import { countIn } from '../find/counts';
import { isEmploymentType } from '../find/job-facts';
import { isPostalAddress } from '../find/sentence-facts';
import { isOutOf } from '../find/short-facts';
import { conceptsByLabel } from '../lexicon/lexicon';
import { parseMinutes } from '../values/durations';

const maxChars = 40;
const AREA = /^\d[\d.,\s\u00a0\u202f]*\s?(?:m²|m2|sqm|sq\.?\s?(?:m|ft)\.?|sqft|ft²|qm|mq|кв\.?\s?м\.?|㎡|平米|평)$/iu;
const DURATION = /^(?:ca\.\s|~\s?)?\d[\d.,]*\s?\p{L}+\.?(?:\s?\d{1,2}\s?\p{L}*\.?)?$/u;
const WEEKS =
  /\d\s?(?:weeks?|months?|years?|wochen?|monate?|jahre?|semaines?|mois|semanas?|mes(?:es)?|settiman[ae]|mes[ei]|weken|maanden|tygodni[ea]?|veckor|uger)$/iu;
/** A postal code with a town. */
const POSTAL_TOWN = /^(?:[A-Z]{1,2}-)?\d{4,5}\s\p{Lu}[\p{L}.'’ -]*$/u;
const COUNTED = /^(\d{1,4}(?:[.,]\d)?)\s(\p{L}[\p{L} ]{0,20})$/u;
const COUNTS = new Set(['rooms', 'bedrooms', 'bathrooms']);

/**
 * True if a text is recognizable as a value of a concept without a label, e.g. `412 reviews`, `3 Zimmer`, `85 m²`, `2h
 * 45m`.
 */
export function statesConcept(id: string, text: string): boolean {
  if (id === 'address') return isPostalAddress(text);
  if (id === 'employmentType') return isEmploymentType(text);
  if (text.length > maxChars || !/^\P{L}*\d|^~|^ca\.|^[A-Z]{1,2}-\d/u.test(text)) return false;
  if (id.endsWith('Count')) return countIn(text, id) !== undefined;
  if (id === 'rating') return isOutOf(text);
  if (id === 'duration') return DURATION.test(text) && (parseMinutes(text) !== undefined || WEEKS.test(text));
  if (id === 'area') return AREA.test(text);
  if (id === 'venue') return POSTAL_TOWN.test(text);
  const noun = COUNTS.has(id) ? COUNTED.exec(text)?.[2] : undefined;
  return noun !== undefined && conceptsByLabel(noun).some((one) => one.id === id);
}
