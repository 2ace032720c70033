import { isItem, type MarkupItem, type MarkupValue, valuesAt } from '../../../../contract/markup-item';

/** Values of schema.org's `priceType` for prices other than the current price. */
const LISTED = /(?:ListPrice|StrikethroughPrice|MSRP|SRP|RegularPrice|RetailPrice|MinimumAdvertisedPrice)$/i;

/** True for an offer or price specification with a list or strikethrough price. */
const isListed = (item: MarkupItem): boolean =>
  valuesAt(item, 'priceType').some(({ value }) => typeof value === 'string' && LISTED.test(value.replace(/\s/g, '')));

/** True for a price that only members of a loyalty programme pay. */
const isForMembers = (item: MarkupItem): boolean => valuesAt(item, 'validForMemberTier').length > 0;

/** Returns the prices at a path inside offers. Uses list and member prices only if there are no other prices. */
export function askingPricesAt(item: MarkupItem, path: string): readonly MarkupValue[] {
  const asked = along(item, path, (one) => !isListed(one) && !isForMembers(one));
  return asked.length > 0 ? asked : valuesAt(item, path);
}

/** Returns the list and strikethrough prices at a path inside offers. */
export const listedPricesAt = (item: MarkupItem, path: string): readonly MarkupValue[] => {
  const others = new Set(along(item, path, (one) => !isListed(one)));
  return valuesAt(item, path).filter((one) => !others.has(one));
};

/** Returns the values at a path. Skips items along the path that fail the test. */
function along(item: MarkupItem, path: string, passes: (item: MarkupItem) => boolean): readonly MarkupValue[] {
  let found: readonly MarkupValue[] = [{ value: item, node: item.node }];
  for (const name of path.split('.'))
    found = found.flatMap(({ value }) => (isItem(value) && passes(value) ? valuesAt(value, name) : []));
  return found;
}
