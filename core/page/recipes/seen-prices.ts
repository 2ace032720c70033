import type { Sighting } from '../extraction/rules/find/sighting';
import type { Evidence } from '../extraction/rules/page/evidence';
import { priceFor } from '../extraction/rules/values/coerce';

type SeenPrice = ReturnType<typeof priceFor>;

const prices = (): WeakMap<Sighting, { readonly price: SeenPrice }> => new WeakMap();

/**
 * Returns the price at the location of a value, if any. The result is cached, because each row is checked several
 * times.
 */
export function priceSeen(sighting: Sighting, evidence: Evidence): SeenPrice {
  const known = evidence.once(prices);
  const found = known.get(sighting) ?? { price: priceFor({ concept: undefined }, sighting, evidence.place) };
  known.set(sighting, found);
  return found.price;
}
