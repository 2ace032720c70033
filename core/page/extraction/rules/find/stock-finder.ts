import type { Element } from 'domhandler';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import { listedOn } from '../page/listed';
import { findElements, textOf } from '../page/text-of';
import { isBuyLabel, parseStock, saysInStock, saysSoldOut } from '../values/words-of-state';
import { excerptOf, type Sighting } from './sighting';

const AWAY = flag.related | flag.navigation | flag.footer | flag.review | flag.aside;
const STOCK_WORDS =
  / (stock|availability|available|inventory|verfuegbarkeit|verfügbarkeit|disponibilit\w*|availab\w*|soldout|sold out|instock|outofstock|delivery|add to cart|addtocart|add to bag|buy|buybox|cart) /;
/** Phrases about a variant, a store or a wish list, which do not describe the product's own availability. */
const ELSEWHERE =
  /in (?:this|some|selected) (?:colou?r|size|store)|notify me when|some sizes|find in store|check (?:store )?stock|wenn .{0,200}? wieder|in der filiale|magasin|negozio|tienda|winkel(?!wagen|mand)|store availability|click (?:&|and) collect|select a size|other sellers|if .{0,200}?out of stock|when .{0,200}?in stock|back in stock|retour en stock|benachrichtig|erinner|avísa|avise-me|avvisa|alert|powiadom|bevaka|houd mij|meddela|varsle|再入荷|到货通知/iu;

const isDisabled = (node: Element): boolean => {
  for (let up: Element | null = node, steps = 0; up && steps < 3; steps++, up = up.parent as Element | null) {
    if (
      up.attribs?.disabled !== undefined ||
      up.attribs?.['aria-disabled'] === 'true' ||
      / disabled /.test(` ${up.attribs?.class ?? ''} `)
    )
      return true;
  }
  return false;
};

/** Returns the availability from buttons without text: inputs, and icons with a label such as `Add to cart`. */
function buttonValues({ document, view }: Evidence): readonly Sighting[] {
  const isButton = ({ name, attribs }: Element) =>
    name === 'input'
      ? /^(?:submit|button|image)$/i.test(attribs.type ?? '')
      : name === 'button' && attribs['aria-label'] !== undefined;
  return findElements(document, isButton, 40).flatMap((node) => {
    const { value, alt, title, 'aria-label': label } = node.attribs;
    const text = (node.name === 'input' ? value || alt || title : textOf(node) === '' ? label : '') ?? '';
    if (isDisabled(node) || !(saysInStock(text) || isBuyLabel(text)) || text.length > 40) return [];
    const at = view.firstLine.get(node) ?? 0;
    const line = view.lines[Math.min(at, view.lines.length - 1)];
    return line && line.flags & AWAY
      ? []
      : [{ raw: 'InStock', weight: 0.6, kind: 'text' as const, node, excerpt: excerptOf(text) }];
  });
}

/** Returns the availability on the visible page, from phrases near the price and from add-to-cart buttons. */
export function visibleStock(evidence: Evidence): readonly Sighting[] {
  const { view } = evidence;
  const isListed = evidence.once(listedOn);
  const found: Sighting[] = [...buttonValues(evidence)];
  const hinted = new Map<number, string>();
  for (const one of view.hinted) {
    if (one.chars > 160) continue;
    for (let at = one.from; at < one.to && at < one.from + 4; at++) hinted.set(at, (hinted.get(at) ?? '') + one.words);
  }
  view.lines.forEach((line, at) => {
    if (line.text.length > 120 || line.text.length < 2 || line.flags & AWAY) return;
    const distance = view.headline ? at - view.headlineAt : at;
    if (distance < -15 || distance > 160) return;
    const soldOut = saysSoldOut(line.text);
    const words = hinted.get(at) ?? '';
    const isButton = (line.flags & flag.button) !== 0 || / (button|btn|cta) /.test(words);
    const isOffered = saysInStock(line.text) || (isButton && isBuyLabel(line.text));
    if ((!soldOut && !isOffered) || isListed(line.node)) return;
    const near = distance < 60 ? 1 : 0.6;
    const isStated = STOCK_WORDS.test(words);
    if (isButton && !soldOut && isDisabled(line.node)) return;
    let weight = (soldOut ? 0.6 : 0.45) * near + (isStated ? 0.15 : 0) + (isButton && !soldOut ? 0.22 : 0);
    if (line.text.length > 60) weight *= 0.6;
    if (ELSEWHERE.test(line.text)) weight *= 0.3;
    if (line.flags & flag.hidden) weight *= soldOut ? 0.25 : 0.7;
    if (line.flags & flag.dialog) weight *= 0.4;
    found.push({
      raw: soldOut ? 'OutOfStock' : 'InStock',
      weight,
      kind: 'text',
      node: line.node,
      excerpt: excerptOf(line.text),
    });
  });
  return found;
}

/** Counts a product as in stock if any of its variants is in stock. Shops list each size or colour separately. */
export function inStockIfAnyIs(found: readonly Sighting[]): readonly Sighting[] {
  const isMarkup = ({ kind }: Sighting) => kind === 'json-ld' || kind === 'microdata';
  const any = found.some((one) => isMarkup(one) && parseStock(String(one.raw)) === true);
  const kept = any ? found.filter((one) => !isMarkup(one) || parseStock(String(one.raw)) !== false) : found;
  // Markup is often cached, so the visible page is more up to date.
  return kept.map((one) => (isMarkup(one) ? { ...one, weight: one.weight * 0.8 } : one));
}
