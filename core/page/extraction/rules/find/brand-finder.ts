import { conceptsByLabel } from '../lexicon/lexicon';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { labelledIn } from '../page/pairs';
import { findElement, textOf } from '../page/text-of';
import { excerptOf, type Sighting } from './sighting';

const STORE_LINK =
  /^(?:visit the (.+) store|besuchen sie den (.+?)[-\s]store|besuche den (.+?)[-\s]store|visiter la boutique (.+)|visita (?:lo|la) (?:store|tienda) (?:di|de) (.+)|visita lo store (?:di )?(.+)|brand: (.+)|marke: (.+)|marque\s?: (.+)|marca: (.+)|shop all (.+)|more from (.+)|mehr von (.+)|all products by (.+)|alle artikel von (.+)|see all (.+) products)$/iu;
const BRAND_ADDRESS =
  /\/(?:brands?|marken?|marques?|marcas?|merken|merk|hersteller|manufacturers?|brand-shop|b|znacky|znacka|producent|producers?|marki|tuotemerkit|varumarken|branch|designers?)\/|[?&](?:brand|marca|marke|manufacturer)=/i;
const BRAND_WORDS =
  / (brand|brands|brand name|brandname|product brand|manufacturer|marca|marke|marque|maker|designer) /;

/** Finds brands on the visible page: in brand links and in elements with a brand class. */
export function visibleBrands(evidence: Evidence): readonly Sighting[] {
  return [...fromLines(evidence), ...fromClasses(evidence)];
}

function fromLines({ view }: Evidence): readonly Sighting[] {
  const found: Sighting[] = [];
  const [from, to] = [Math.max(0, view.headlineAt - 12), view.headlineAt + 80];
  for (const line of view.lines.slice(from, to)) {
    if (line.text.length > 80 || line.flags & OUTSIDE) continue;
    const store = STORE_LINK.exec(line.text);
    const name = store?.slice(1).find((one) => one !== undefined);
    if (name)
      found.push({ raw: name.trim(), weight: 0.75, kind: 'text', node: line.node, excerpt: excerptOf(line.text) });
    for (const { node, text } of line.segments) {
      const link = linkAround(node);
      if (!link || !BRAND_ADDRESS.test(link.attribs.href ?? '') || text.trim() === '') continue;
      found.push({
        raw: text.trim(),
        weight: line.text.length < 40 ? 0.6 : 0.45,
        kind: 'text',
        node: link,
        excerpt: excerptOf(line.text),
      });
    }
  }
  return found.filter(
    ({ raw }) => !/^(?:brands?|marken|see all|view all|shop|home|all|mehr|more)\b/i.test(String(raw)),
  );
}

const linkAround = (node: { readonly name?: string; readonly parent: unknown }) => {
  let up = node as import('domhandler').Element | null;
  for (let steps = 0; up && steps < 4; steps++, up = up.parent as import('domhandler').Element | null)
    if (up.name === 'a') return up;
  return undefined;
};

function fromClasses({ view }: Evidence): readonly Sighting[] {
  const found: Sighting[] = [];
  for (const { node, words, flags, chars, from } of view.hinted) {
    if (!BRAND_WORDS.test(words) || chars > 60 || flags & (OUTSIDE | flag.review) || words.length > 90) continue;
    const text = textOf(node) || (findElement(node, ({ name }) => name === 'img')?.attribs.alt ?? '');
    if (text === '' || /[.!?]$/.test(text)) continue;
    const [lead = '', named = ''] = labelledIn(text) ?? [];
    const isLabelled = conceptsByLabel(lead.split(' ').at(-1) ?? '').some(({ id }) => id === 'brand');
    const distance = Math.abs(from - view.headlineAt);
    found.push({
      raw: isLabelled ? named : text.replace(/^(?:brand|marke|marque|marca|by)\s*[:：]?\s+/i, ''),
      weight: distance < 25 ? 0.6 : distance < 80 ? 0.45 : 0.25,
      kind: 'attribute',
      node,
      excerpt: excerptOf(text),
    });
  }
  return found;
}
