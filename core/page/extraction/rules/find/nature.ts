import { conceptsByLabel } from '../lexicon/lexicon';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { calendarFacts } from './page-facts';
import { currentPrices } from './price-finder';
import type { Sighting } from './sighting';

/** Kinds of subjects that a page may have; some values make sense only for one of them. */
interface Nature {
  readonly offer: boolean;
  readonly event: boolean;
  readonly dwelling: boolean;
}

type Kind = keyof Nature;

/** Concepts for which weak evidence (a class, a phrase, a number in the URL) counts only on pages of one kind. */
const NEEDS: Readonly<Record<string, Kind>> = {
  availability: 'offer',
  brand: 'offer',
  sku: 'offer',
  mpn: 'offer',
  startDate: 'event',
  startTime: 'event',
  rent: 'dwelling',
};
const WEAK: ReadonlySet<string> = new Set(['text', 'attribute', 'address']);

/** Reduces the weight of weak evidence on pages that are not about an offer, event or dwelling. */
export function byNature(id: string, found: readonly Sighting[], evidence: Evidence): readonly Sighting[] {
  const kind = NEEDS[id];
  if (!kind || evidence.once(natureOf)[kind]) return found;
  return found.map((one) => (WEAK.has(one.kind) ? { ...one, weight: one.weight * 0.3 } : one));
}

function natureOf(evidence: Evidence): Nature {
  const types = evidence.items.flatMap((item) => item.types).join(' ');
  const og = evidence.metas.get('og:type')?.[0]?.content ?? '';
  const stated = new Set(
    evidence.pairs.flatMap(({ key, flags }) =>
      flags & (OUTSIDE | flag.review) ? [] : conceptsByLabel(key).map(({ id }) => id),
    ),
  );
  const isPriced = ['product:price:amount', 'og:price:amount'].some((name) => evidence.metas.has(name));
  const count = (...ids: readonly string[]) => ids.filter((id) => stated.has(id)).length;
  const prices = evidence.once(currentPrices);
  return {
    offer:
      /product|offer|vehicle/.test(types) ||
      /product/i.test(og) ||
      isPriced ||
      prices.some(({ weight }) => weight >= 0.4) ||
      count('sku', 'price', 'gtin', 'availability') > 0,
    event:
      /event|festival/.test(types) ||
      /event/i.test(og) ||
      calendarFacts(evidence, 'start').length > 0 ||
      count('venue', 'organizer', 'doors', 'startTime', 'performer') > 0,
    dwelling:
      /apartment|house|residence|accommodation|realestate/.test(types) ||
      count('rooms', 'bedrooms', 'area', 'deposit', 'floor') > 0,
  };
}
