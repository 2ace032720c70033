import type { ParentNode } from 'domhandler';
import { textContent } from 'domutils';
import type { Evidence } from './evidence';
import { flag, OUTSIDE } from './flags';
import { parentOf } from './text-of';
import type { Line } from './view';

const furniture = OUTSIDE | flag.header;
const maxLines = 25;
const maxChars = 1_500;
/** Maximum length, in characters, of a line that is searched for facts. Longer lines are prose. */
const maxLineChars = 300;

const email = /\w@[\w-]{1,63}\.\w/;
const phone = /(?:\+|\(0|\b0|☎|\btel\b|\bphone\b|\bfax\b)[^\p{L}]{0,4}\d[\d\s()/.–-]{5,}\d/iu;
const northAmericanPhone = /\(?\b[2-9]\d{2}\)?[ .-]\d{3}[ .-]\d{4}\b/;
/** A postcode next to a town or state, in the formats of Europe, the United States, Canada, Britain and Japan. */
const postcode =
  /\b\d{4,5}(?:[ -]?[A-Z]{2})?,? \p{Lu}\p{L}{2,}|\b[A-Z]{2},? \d{5}\b|\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|〒 ?\d{3}-?\d{4}/u;
const hours =
  /\b\d{1,2}(?:[:.h]\d{2})?\s?(?:[ap]\.?m\.?|uhr|h)?\s?(?:[–—-]|to|bis|à|until)\s?\d{1,2}(?:[:.h]\d{2}|\s?(?:[ap]\.?m\b|uhr|h\b))/i;
const legalName =
  /(?<!\p{L})(?:GmbH|gGmbH|mbH|AG|KG|OHG|UG|e\.\s?V\.|Ltd\.?|Limited|LLC|LLP|Inc\.?|Incorporated|Corp\.?|plc|PLC|S\.?A\.?S?|SARL|S\.?r\.?l\.?|S\.?p\.?A\.?|S\.?L\.?U?|B\.?V\.?|N\.?V\.?|Oyj?|AB|A\/S|ApS|AS|s\.r\.o\.|a\.s\.|Kft\.?|Sp\. z o\.\s?o\.|Pty|Lda\.?|Ltda\.?|ООО|АО)(?![\p{L}\d])|株式会社|有限会社|合同会社|有限公司|주식회사/u;
const register =
  /\b(?:VAT|USt|UID|TVA|IVA|NIF|CIF|SIRET|SIREN|KvK|HRB|HRA|EIN|ABN|company (?:no|number)|registered (?:in|office))\b/i;
const rights = /©|\(c\) ?(?:19|20)\d\d|\bcopyright\b/i;
const tests = [email, phone, northAmericanPhone, postcode, hours, legalName, register, rights];

/**
 * Returns lines outside the content (e.g. in the footer) with contact data, opening hours or the site's legal name.
 * Skips lines that the content also contains.
 */
export function siteFacts({ view: { lines } }: Evidence, content: ParentNode): string {
  const outside = lines.map((line) => isOutside(line));
  const chosen = new Set<number>();
  lines.forEach((line, index) => {
    if (!outside[index] || line.text.length > maxLineChars || !isFact(line)) return;
    for (let at = Math.max(0, index - 3); at <= index + 3; at++) {
      const near = lines[at];
      if (near && outside[at] && belongsTo(near, line, at === index - 1)) chosen.add(at);
    }
  });
  if (chosen.size === 0) return '';
  const known = withoutSpace(textContent(content as Parameters<typeof textContent>[0]));
  const texts = [...chosen].sort((a, b) => a - b).flatMap((at) => lines[at]?.text ?? []);
  const facts = [...new Set(texts)].filter((text) => !known.includes(withoutSpace(text)));
  return facts.slice(0, maxLines).join('\n').slice(0, maxChars);
}

const isOutside = ({ flags, node }: Line): boolean =>
  ((flags & furniture) !== 0 || isAddress(node)) && (flags & (flag.hidden | flag.dialog | flag.related)) === 0;

const isFact = ({ text, node }: Line): boolean => isAddress(node) || tests.some((test) => test.test(text));

/** True for a line in the same block as a fact, or for a short line directly above, such as a label or street. */
function belongsTo(near: Line, fact: Line, isAbove: boolean): boolean {
  if (near.node === fact.node) return true;
  const isBeside = parentOf(near.node) === parentOf(fact.node) && parentOf(near.node) !== undefined;
  return isAbove && isBeside && near.text.length <= 60 && (near.flags & flag.link) === 0;
}

function isAddress(node: Line['node']): boolean {
  for (let up: Line['node'] | undefined = node; up; up = parentOf(up)) if (up.name === 'address') return true;
  return false;
}

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');
