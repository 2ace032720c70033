import { findMoney } from '../../../../common/values/money';
import { inSentences, type LineRule } from '../find/in-lines';
import type { Sighting } from '../find/sighting';
import { conceptById } from '../lexicon/lexicon';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';

const rule: LineRule = { maxChars: 1200, away: OUTSIDE | flag.review | flag.form, weight: 0.5 };
/** Maximum length of the text between a label or verb and its amount, in characters. */
const maxBetween = 12;

/**
 * Returns the amount directly after a label of a concept in a sentence, else the only amount in a sentence with such a
 * label, e.g. `The tasting menu costs €38`.
 */
export function namedPrices(evidence: Evidence, id: string): readonly Sighting[] {
  const labels = conceptById(id)?.labels ?? [];
  const wanted = labels.filter((label) => label.length > 4).map((label) => label.toLowerCase());
  const marks = evidence.place.money?.decimalMark;
  return inSentences(evidence, { ...rule, needs: /\d/ }, (sentence) => {
    const said = sentence.toLowerCase();
    const label = wanted.find((one) => said.includes(one));
    if (label === undefined) return [];
    const [first, ...others] = findMoney(sentence, marks);
    const [next] = findMoney(sentence.slice(said.indexOf(label) + label.length), marks);
    return next && next.start <= maxBetween ? next.text : others.length === 0 ? first?.text : undefined;
  });
}

const COSTS = /(?<!\p{L})(?:costs?|kostet|kosten|coûte|cuesta|costa|custa|kost|kosztuje|kostar)(?!\p{L})/iu;
/** Other things whose price a sentence may mention. */
const EXTRAS =
  /(?<!\p{L})(?:parking|parken|parkplatz|delivery|shipping|versand|livraison|member\p{L}*|mitglieder|children|kinder|dinner|wardrobe|garderobe|vestiaire|accommodation|übernachtung)(?!\p{L})/iu;

/** Returns the price of an event in a sentence such as `The workshop costs €45`. */
export const costsOfEvent = (evidence: Evidence): readonly Sighting[] =>
  inSentences(evidence, { ...rule, needs: COSTS, weight: 0.45, kind: 'label' }, (sentence) => {
    const verb = COSTS.exec(sentence);
    if (!verb || EXTRAS.test(sentence.slice(0, verb.index))) return [];
    const [money] = findMoney(sentence.slice(verb.index + verb[0].length), evidence.place.money?.decimalMark);
    return money && money.start <= maxBetween ? money.text : undefined;
  });
