import { wordSet } from '../../../../common/values/words';
import { inLines } from '../find/in-lines';
import type { Sighting } from '../find/sighting';
import { conceptsByLabel } from '../lexicon/lexicon';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';

const maxChars = 40;
const weight = 0.5;
const AWAY = OUTSIDE | flag.review | flag.form;
const WITH = /^(?:with|mit|avec|con|com|met|z|ze|med)\s/iu;
const WITHOUT = /^(?:without|no|ohne|kein(?:e|en)?|sans|sin|senza|sem|zonder|geen|bez|utan|ingen)\s/iu;
const COUNT = /^(\d{1,4})\s(\p{L}[\p{L}. ]{2,30})$/u;
/**
 * Features of a product or place that are read from list items. Other flags, e.g. permissions, are read only from
 * sentences.
 */
const FEATURES = wordSet('balcony elevator furnished');
/** Counts that describe a place. Other counts, e.g. of ratings, may refer to other things on the page. */
const COUNTS = wordSet('rooms bedrooms bathrooms parkingSpaces');

/** Returns true or false if a list item is a feature's name, e.g. `Elevator` or `No balcony`. */
export const listedFeatures = ({ concept }: Field, { view }: Evidence): readonly Sighting[] =>
  concept && FEATURES.has(concept.id)
    ? inLines({ view }, { maxChars, away: AWAY, weight }, (text, { flags }) => {
        const isAbsent = WITHOUT.test(text);
        const name = text.replace(isAbsent ? WITHOUT : WITH, '');
        return flags & flag.list && conceptsByLabel(name).includes(concept) ? !isAbsent : undefined;
      })
    : [];

/** Returns the number in a list item with the name of a count, e.g. `3 bedrooms`. */
export const listedCounts = ({ concept }: Field, { view }: Evidence): readonly Sighting[] =>
  concept && COUNTS.has(concept.id)
    ? inLines({ view }, { maxChars, away: AWAY, needs: /^\d/, weight }, (text, { flags }) => {
        const [, count, name = ''] = COUNT.exec(text) ?? [];
        return flags & flag.list && conceptsByLabel(name).includes(concept) ? count : undefined;
      })
    : [];
