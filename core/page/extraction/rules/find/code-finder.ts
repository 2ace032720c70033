import { percentDecoded } from '../../../../common/values/percent-decoded';
import { words } from '../../../../common/values/words';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import { textOf } from '../page/text-of';
import { excerptOf, type Sighting } from './sighting';

const CODE_WORDS =
  / (sku|product (?:id|code|number|reference|no|nr)|item (?:id|code|number|no)|article (?:id|code|number|no|nr)|artikelnummer|artikelnr|reference|productcode|itemnumber|product sku|asin|partnumber|part number|catalog number|supplier code) /;
const DATA_NAMES = words(`
  data-sku data-product-id data-productid data-product-sku data-item-id data-asin data-pid data-article-id
  data-product-code data-itemid data-product
`);

/** Finds product codes in the page's URL, and their occurrences in the page's text. */
export function addressCodes(evidence: Evidence): readonly Sighting[] {
  const codes = codesIn(evidence.url);
  return [...fromAddress(evidence, codes), ...asWritten(evidence, codes)];
}

type Code = { readonly code: string; readonly weight: number };

/** Finds the URL's codes in the page's text, where they may contain separators or lack leading zeros. */
function asWritten({ view }: Evidence, codes: readonly Code[]): readonly Sighting[] {
  const bare = codes.map(({ code }) => code.replace(/\W/g, '').toLowerCase()).filter((code) => /\d{5}/.test(code));
  if (bare.length === 0) return [];
  const found: Sighting[] = [];
  for (const { text, node, flags } of view.lines.slice(Math.max(0, view.headlineAt - 30), view.headlineAt + 80)) {
    if (text.length > 120 || !/\d{3}/.test(text) || flags & (flag.related | flag.navigation | flag.footer)) continue;
    for (const token of text.match(/[A-Z0-9]+(?:[./-][A-Z0-9]+)+/gi) ?? []) {
      const plain = token.replace(/\W/g, '').toLowerCase();
      if (plain.length < 6 || !bare.some((code) => code.endsWith(plain) && code.length - plain.length <= 2)) continue;
      found.push({ raw: token, weight: 0.8, kind: 'text', node, excerpt: excerptOf(text) });
    }
  }
  return found;
}

function fromAddress(evidence: Evidence, codes: readonly Code[]): readonly Sighting[] {
  return codes.map(({ code, weight }) => ({
    raw: code,
    weight,
    kind: 'address',
    node: undefined,
    excerpt: excerptOf(evidence.url),
  }));
}

/** A word with a measure or count from the product's name, e.g. `BOTTLE-32OZ`, which is not a product code. */
const MEASURED =
  /^[A-Z]+-\d+(?:X|OZ|FLOZ|ML|CL|L|G|KG|MG|LB|LBS|MM|CM|M|IN|INCH|FT|W|V|K|P|HZ|MAH|WH|GB|TB|MB|PK|PACK|PC|PCS|CT|QT|GAL|PCT)$/;

function codesIn(address: string): readonly Code[] {
  const url = URL.parse(address);
  if (!url) return [];
  const found = new Map<string, number>();
  const add = (code: string | undefined, weight: number) => {
    if (code !== undefined && code.length <= 24) found.set(code, Math.max(weight, found.get(code) ?? 0));
  };
  for (const [name, value] of url.searchParams) {
    if (
      /^(?:sku|pid|id|item|itemid|productid|product_id|article|art|childsku|asin)$/i.test(name) &&
      /^(?=[\w-]+$)\D*\d.{2,}$/.test(value)
    )
      add(value, /sku|product|item|asin|art/i.test(name) ? 0.45 : 0.3);
  }
  const parts = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part) => percentDecoded(part).replace(/\.(?:html?|php|aspx?)$/i, ''));
  for (const [index, part] of parts.slice(-3).reverse().entries()) {
    const last = index === 0 ? 0.38 : 0.3;
    if (/^[A-Z]?\d{5,18}$/i.test(part) || /^(?=.*\d)[A-Z0-9]{8,14}$/.test(part)) add(part, last);
    add(/[-_]((?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{6,14})$/.exec(part)?.[1], last);
    const tail =
      /(?:^|[-_.])(?:p|x|iid-|art|id|i|a|P-?)?(\d{5,18})$/i.exec(part) ?? /[-_]P?(\d{5,14})(?:[-_][a-z]|$)/i.exec(part);
    add(tail?.[1], last);
    const compound = /[-_]((?=[a-z0-9-]{0,17}\d)[a-z0-9]{6,12}-[a-z0-9]{2,5})$/i.exec(part)?.[1]?.toUpperCase();
    if (compound !== undefined && !MEASURED.test(compound)) add(compound, last * 0.8);
    add(/^a?\d+a(\d{6,})$/i.exec(part)?.[1] ?? /^[a-z]\d+a(\d{6,})$/i.exec(part)?.[1], last);
  }
  return [...found].map(([code, weight]) => ({ code, weight }));
}

/**
 * Finds product codes in data attributes, and in the text of elements marked by class or test attribute. Removes labels
 * from the text.
 */
export function attributeCodes(evidence: Evidence): readonly Sighting[] {
  const found: Sighting[] = [];
  const { view } = evidence;
  for (const { node, words, flags, chars, from } of view.hinted) {
    if (found.length > 30) break;
    if (flags & (flag.related | flag.navigation | flag.footer) || chars > 80 || !CODE_WORDS.test(words)) continue;
    const text = textOf(node);
    const code = text
      .replace(/^[^\d:：#]*[:：#]\s*/, '')
      .replace(/^\p{L}+[.\s]*(?:nr|no|n°|#)?[.:\s]+(?=\S*\d)/iu, '')
      .trim();
    if (!/\d/.test(code)) continue;
    const near = Math.abs(from - view.headlineAt) < 80 ? 1 : 0.7;
    found.push({ raw: code, weight: 0.6 * near, kind: 'attribute', node, excerpt: excerptOf(text) });
  }
  for (
    let up = view.headline;
    up && up.name !== 'body';
    up = up.parent && 'name' in up.parent ? (up.parent as typeof up) : undefined
  ) {
    for (const name of DATA_NAMES) {
      const value = up.attribs[name];
      if (value && /\d/.test(value) && value.length < 30)
        found.push({ raw: value, weight: 0.35, kind: 'attribute', node: up, excerpt: `${name}="${value}"` });
    }
  }
  return found;
}
