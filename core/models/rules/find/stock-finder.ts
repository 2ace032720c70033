import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import { saysInStock, saysSoldOut } from '../values/words-of-state';
import { excerptOf, type Sighting } from './sighting';

const AWAY = flag.related | flag.navigation | flag.footer | flag.review | flag.aside;
const STOCK_WORDS =
  / (stock|availability|available|inventory|verfuegbarkeit|verfügbarkeit|disponibilit\w*|availab\w*|soldout|sold out|instock|outofstock|delivery|add to cart|addtocart|add to bag|buy|buybox|cart) /;
/** Words about a variant, a shop or a wish list, not about the product as such. */
const ELSEWHERE =
  /in (?:this|some|selected) (?:colou?r|size|store)|notify me when|some sizes|find in store|check (?:store )?stock|wenn .* wieder|in der filiale|magasin|negozio|tienda|winkel|store availability|click (?:&|and) collect|select a size|other sellers|if .*out of stock|when .*in stock|back in stock/iu;

/** Whether the thing can be bought, as the visible page has it: phrases near the price and buttons that put it into a cart. */
export function visibleStock(evidence: Evidence): readonly Sighting[] {
  const { view } = evidence;
  const found: Sighting[] = [];
  const hinted = new Map<number, string>();
  for (const one of view.hinted) {
    if (one.chars > 160) continue;
    for (let at = one.from; at < one.to && at < one.from + 4; at++) hinted.set(at, (hinted.get(at) ?? '') + one.words);
  }
  view.lines.forEach((line, at) => {
    if (line.text.length > 120 || line.text.length < 4 || line.flags & AWAY) return;
    const distance = view.headline ? at - view.headlineAt : at;
    if (distance < -15 || distance > 160) return;
    const soldOut = saysSoldOut(line.text);
    if (!soldOut && !saysInStock(line.text)) return;
    const words = hinted.get(at) ?? '';
    const near = distance < 60 ? 1 : 0.6;
    const isButton = (line.flags & flag.button) !== 0 || / (button|btn|cta) /.test(words);
    const isStated = STOCK_WORDS.test(words);
    let weight = (soldOut ? 0.6 : 0.42) * near + (isStated ? 0.15 : 0) + (isButton && !soldOut ? 0.15 : 0);
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
