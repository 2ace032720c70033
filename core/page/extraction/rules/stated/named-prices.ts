import { findMoney } from '../../../../common/values/money';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { sentencesIn } from '../sentences';

const AWAY = OUTSIDE | flag.review | flag.form;
const maxChars = 1200;

/** Returns the only amount of a sentence with one of the labels, e.g. `The tasting menu costs €38`. */
export function namedPrices({ view, place }: Evidence, labels: readonly string[]): readonly Sighting[] {
  const wanted = labels.filter((label) => label.length > 4).map((label) => label.toLowerCase());
  return view.lines.flatMap(({ text, node, flags }) => {
    if (text.length > maxChars || flags & AWAY || !/\d/.test(text)) return [];
    return sentencesIn(text).flatMap((sentence): readonly Sighting[] => {
      const said = sentence.toLowerCase();
      if (!wanted.some((label) => said.includes(label))) return [];
      const [money, ...others] = findMoney(sentence, place.money?.decimalMark);
      return money && others.length === 0
        ? [{ raw: money.text, weight: 0.5, kind: 'text', node, excerpt: excerptOf(sentence) }]
        : [];
    });
  });
}
