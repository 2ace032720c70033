import { findMoney } from '../../../../common/values/money';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { sentencesIn } from '../sentences';

const AWAY = OUTSIDE | flag.review | flag.form;
const maxChars = 1200;
/** Maximum length of the text between a label or verb and its amount, in characters. */
const maxBetween = 12;

/**
 * Returns the amount directly after one of the labels in a sentence, or the only amount of such a sentence, e.g. `The
 * tasting menu costs €38`.
 */
export function namedPrices({ view, place }: Evidence, labels: readonly string[]): readonly Sighting[] {
  const wanted = labels.filter((label) => label.length > 4).map((label) => label.toLowerCase());
  const marks = place.money?.decimalMark;
  return view.lines.flatMap(({ text, node, flags }) => {
    if (text.length > maxChars || flags & AWAY || !/\d/.test(text)) return [];
    return sentencesIn(text).flatMap((sentence): readonly Sighting[] => {
      const said = sentence.toLowerCase();
      const label = wanted.find((one) => said.includes(one));
      if (label === undefined) return [];
      const [first, ...others] = findMoney(sentence, marks);
      const [next] = findMoney(sentence.slice(said.indexOf(label) + label.length), marks);
      const money = next && next.start <= maxBetween ? next : others.length === 0 ? first : undefined;
      return money ? [{ raw: money.text, weight: 0.5, kind: 'text', node, excerpt: excerptOf(sentence) }] : [];
    });
  });
}

const COSTS = /(?<!\p{L})(?:costs?|kostet|kosten|coûte|cuesta|costa|custa|kost|kosztuje|kostar)(?!\p{L})/iu;
/** Other things that a sentence may price. */
const EXTRAS =
  /(?<!\p{L})(?:parking|parken|parkplatz|delivery|shipping|versand|livraison|member\p{L}*|mitglieder|children|kinder|dinner|wardrobe|garderobe|vestiaire|accommodation|übernachtung)(?!\p{L})/iu;

/** Returns the price of an event in a sentence such as `The workshop costs €45`. */
export const costsOfEvent = ({ view, place }: Evidence): readonly Sighting[] =>
  view.lines.flatMap(({ text, node, flags }) => {
    if (text.length > maxChars || flags & AWAY || !COSTS.test(text)) return [];
    return sentencesIn(text).flatMap((sentence): readonly Sighting[] => {
      const verb = COSTS.exec(sentence);
      if (!verb || EXTRAS.test(sentence.slice(0, verb.index))) return [];
      const [money] = findMoney(sentence.slice(verb.index + verb[0].length), place.money?.decimalMark);
      return money && money.start <= maxBetween
        ? [{ raw: money.text, weight: 0.45, kind: 'label', node, excerpt: excerptOf(sentence) }]
        : [];
    });
  });
