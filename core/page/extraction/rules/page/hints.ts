import { wordSet } from '../../../../common/values/words';
import { wordsOf } from '../lexicon/words';

const NAMES: ReadonlySet<string> = wordSet(`
  class id data-testid data-test data-qa data-cy data-hook data-auto data-test-id data-automation data-ta itemprop
  name property data-field data-type data-ui data-component data-selen data-zone-name aria-label
`);
const known = new Map<string, string>();
const MAX_KNOWN = 20_000;

/**
 * Returns the words of an element's descriptive attributes, padded with a space at both ends. Empty if there are no
 * words.
 */
export function wordsOfAttributes(attribs: Readonly<Record<string, string>>): string {
  let text = '';
  for (const name in attribs) {
    if (!NAMES.has(name)) continue;
    const value = attribs[name] ?? '';
    if (value !== '' && value.length < 300) text += `${value} `;
  }
  if (text === '') return '';
  const cached = known.get(text);
  if (cached !== undefined) return cached;
  const words = ` ${wordsOf(text).join(' ')} `;
  if (known.size > MAX_KNOWN) known.clear();
  known.set(text, words);
  return words;
}
