import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { inLines, type LineRule } from './in-lines';
import type { Sighting } from './sighting';

const NOUNS =
  'servings?|portions?|people|persons?|portionen|personen|personnes?|parts|raciones|porciones|personas|comensales|porzioni|persone|porções|pessoas|porties|porcj[ie]|porcji|osób|порци[йяи]|人分|人前|人份|인분|portioner|personer|annosta|porcí|porce|adag|porții|kişilik|cookies|muffins|slices|pieces';
const COUNT = '(?:\\d+\\s?(?:-|–|to|bis|à|a|do)\\s?)?\\d+';
const AFTER = new RegExp(`((?<!\\d)${COUNT}\\s?(?:${NOUNS}))(?![\\p{L}])`, 'iu');
const BEFORE = new RegExp(
  `(?<![\\p{L}])(?:serves|makes(?: about)?|yields?|feeds)\\s*(?::\\s*)?(${COUNT}(?:\\s[\\p{L}-]+){0,3})`,
  'iu',
);
const FOR = new RegExp(`^(?:für|pour|para|per|dosi per|voor|dla|na|for)\\s+(${COUNT}\\s?(?:${NOUNS}))`, 'iu');

const rule: LineRule = { near: [-5], maxChars: 90, away: OUTSIDE | flag.review, needs: /\d/, weight: 0.5 };
const maxFound = 7;

/** Returns the yield of a recipe from short lines without a label, e.g. `Serves 4` or `für 4 Personen`. */
export const servings = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, rule, (text) => {
    const raw = (BEFORE.exec(text) ?? FOR.exec(text) ?? AFTER.exec(text))?.[1]?.trim();
    return raw === undefined || text.length < 40 ? raw : { raw, weight: 0.38 };
  }).slice(0, maxFound);
