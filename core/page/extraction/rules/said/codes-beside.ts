import { wordSet } from '../../../../common/values/words';
import { inLines } from '../find/in-lines';
import type { Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import type { Field } from '../schema/field';

/** Last words of field names that request an identifier. */
const IDENTIFIERS = wordSet(
  'number no nr code id identifier registration licence license permit box pmid pmcid issn isbn vat',
);
const PLAIN = wordSet('number no nr code id identifier');
const MARK = '(?:\\s?(?:numbers?|nos?\\.?|nr\\.?|n[º°]|#|id|codes?|identifier))?';
const maxLine = 1200;

/**
 * Returns the identifier after the words of a field's name, e.g. `License # 39PC000388` for `license_number` or `a
 * grant (K23AT4432)` for `grant_number`. Without a mark such as `#` or `number` before it, the identifier must contain
 * capital letters and digits.
 */
export function codesBeside({ name, kind, format }: Field, evidence: Evidence): readonly Sighting[] {
  const words = wordsOf(name);
  const subject = words.filter((word) => !PLAIN.has(word));
  const last = words.at(-1) ?? '';
  if (kind !== 'string' || format !== undefined || subject.length === 0 || !IDENTIFIERS.has(last)) return [];
  if (/^(?:phone|tel|fax|mobile|house|street|room|version|zip|postal|country|currency|toll)$/.test(subject[0] ?? ''))
    return [];
  const said = subject.join('[\\s.-]{1,2}');
  const isBox = last === 'box';
  const pattern = new RegExp(
    `(?<![\\p{L}\\d])${isBox ? said.replace('po', 'p\\.?\\s?o\\.?') : said}${MARK}(\\s?[:#(№]\\s?|[.]?\\s|(?<=[.#º°]))((?=[A-Z\\d./-]*\\d)[A-Z\\d][A-Z\\d./-]{2,24}(?:\\s\\d{2,5}){0,3}(?<![./-]))(?![\\p{L}\\d])`,
    'iu',
  );
  const marked = new RegExp(`${said}(?:\\s?(?:numbers?|nos?\\.?|nr\\.?|#|id))`, 'iu');
  return inLines(
    evidence,
    { maxChars: maxLine, away: flag.related | flag.dialog | flag.review, needs: /\d/, weight: 0.52 },
    (text) => {
      const [whole = '', sign = '', raw] = pattern.exec(text) ?? [];
      if (raw === undefined || /^(?:19|20)\d\d$/.test(raw)) return undefined;
      const isCode = isBox || sign.trim() !== '' || marked.test(whole) || (/\p{Lu}/u.test(raw) && /\d/.test(raw));
      return isCode ? raw : undefined;
    },
  );
}
