import { isPerson } from '../find/bylines';
import { labelFit, placeWeight } from '../find/from-text';
import { inLines } from '../find/in-lines';
import { excerptOf, type Sighting } from '../find/sighting';
import { labelKey } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import { isWithin, parentOf } from '../page/text-of';
import type { Field } from '../schema/field';

const maxRole = 40;
const minFit = 0.95;
/**
 * Flags of lines to skip. Includes table cells and terms, because they may be labels of organizations or places instead
 * of people.
 */
const AWAY = flag.navigation | flag.related | flag.dialog | flag.heading | flag.cell;
const weight = 0.62;

/**
 * Returns the persons whose role is the only text on the line above their name, e.g. `Guest` above `Ada Holm`. Both
 * lines must be in one card or paragraph.
 */
export const namesBelowRole = (field: Field, { view }: Evidence): readonly Sighting[] =>
  inLines({ view }, { maxChars: maxRole, away: AWAY, weight }, (text, line, at) => {
    const next = view.lines[at + 1];
    const box = parentOf(line.node);
    if (!next || !box || !isPerson(next.text) || labelFit(field, labelKey(text)) < minFit) return undefined;
    if (!isWithin(next.node, box)) return undefined;
    return {
      raw: next.text,
      weight: weight * placeWeight(next.flags),
      node: next.node,
      excerpt: excerptOf(`${text}: ${next.text}`),
    };
  });
