import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { excerptOf, type Sighting } from './sighting';

const NOUNS =
  'servings?|portions?|people|persons?|portionen|personen|personnes?|parts|raciones|porciones|personas|comensales|porzioni|persone|porções|pessoas|porties|porcj[ie]|porcji|osób|порци[йяи]|人分|人前|人份|인분|portioner|personer|annosta|porcí|porce|adag|porții|kişilik|cookies|muffins|slices|pieces';
const COUNT = '(?:\\d+\\s?(?:-|–|to|bis|à|a|do)\\s?)?\\d+';
const AFTER = new RegExp(`((?<!\\d)${COUNT}\\s?(?:${NOUNS}))(?![\\p{L}])`, 'iu');
const BEFORE = new RegExp(
  `(?<![\\p{L}])(?:serves|makes(?: about)?|yields?|feeds)\\s*(?::\\s*)?(${COUNT}(?:\\s[\\p{L}-]+){0,3})`,
  'iu',
);
const FOR = new RegExp(`^(?:für|pour|para|per|dosi per|voor|dla|na|for)\\s+(${COUNT}\\s?(?:${NOUNS}))`, 'iu');

/** Returns the yield of a recipe from short lines without a label, e.g. `Serves 4` or `für 4 Personen`. */
export function servings({ view }: Evidence): readonly Sighting[] {
  const found: Sighting[] = [];
  for (const [at, { text, node, flags }] of view.lines.entries()) {
    if (text.length > 90 || at < view.headlineAt - 5 || flags & (OUTSIDE | flag.review) || !/\d/.test(text)) continue;
    const value = (BEFORE.exec(text) ?? FOR.exec(text) ?? AFTER.exec(text))?.[1];
    if (value)
      found.push({
        raw: value.trim(),
        weight: text.length < 40 ? 0.5 : 0.38,
        kind: 'text',
        node,
        excerpt: excerptOf(text),
      });
    if (found.length > 6) break;
  }
  return found;
}
