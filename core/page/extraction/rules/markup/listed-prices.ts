import { isItem, type MarkupItem, type MarkupValue, valuesAt } from '../../../../contract/markup-item';

/** Prices that nobody pays now, by `priceType` of schema.org. */
const LISTED = /(?:ListPrice|StrikethroughPrice|MSRP|SRP|RegularPrice|RetailPrice|MinimumAdvertisedPrice)$/i;

/** True for an offer or a price specification that states a list price or a struck one. */
const isListed = (item: MarkupItem): boolean =>
  valuesAt(item, 'priceType').some(({ value }) => typeof value === 'string' && LISTED.test(value.replace(/\s/g, '')));

/** True for a price of members of a loyalty programme alone. */
const isForMembers = (item: MarkupItem): boolean => valuesAt(item, 'validForMemberTier').length > 0;

/** The values at a path of offers, without list prices and prices of members; all of them where no others are there. */
export function askedPricesAt(item: MarkupItem, path: string): readonly MarkupValue[] {
  const asked = along(item, path, (one) => !isListed(one) && !isForMembers(one));
  return asked.length > 0 ? asked : valuesAt(item, path);
}

/** The list prices and struck prices at a path of offers. */
export const listedPricesAt = (item: MarkupItem, path: string): readonly MarkupValue[] => {
  const others = new Set(along(item, path, (one) => !isListed(one)));
  return valuesAt(item, path).filter((one) => !others.has(one));
};

/** The values at a path that leads only through things that pass. */
function along(item: MarkupItem, path: string, passes: (item: MarkupItem) => boolean): readonly MarkupValue[] {
  let found: readonly MarkupValue[] = [{ value: item, node: item.node }];
  for (const name of path.split('.'))
    found = found.flatMap(({ value }) => (isItem(value) && passes(value) ? valuesAt(value, name) : []));
  return found;
}
