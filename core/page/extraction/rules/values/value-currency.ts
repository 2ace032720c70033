import { currencyOf } from '../../../../common/values/money';
import type { Sighting } from '../find/sighting';
import type { Field } from '../schema/field';
import { coerce, priceFor, type ValuePlace } from './coerce';

/** A value of a field, and where the value was found. */
export interface FoundValue {
  readonly field: Field;
  readonly value: unknown;
  readonly sighting: Sighting;
}

/**
 * Returns the currency that the page states for an amount: an ISO 4217 code, or a symbol that several currencies share.
 * Undefined for a value that is not an amount. If the place of the value has no currency, uses the other places with the
 * same value, unless these disagree.
 */
export function currencyOfValue(
  { field, value, sighting }: FoundValue,
  place: ValuePlace,
  others: readonly Sighting[] = [],
): string | undefined {
  const own = currencyAt({ field, value, sighting }, place);
  if (own !== undefined || field.concept?.kind !== 'money') return own;
  const equal = others.filter((one) => one !== sighting && coerce(field, one, place)?.value === value);
  const [currency, other] = new Set(equal.flatMap((one) => currencyAt({ field, value, sighting: one }, place) ?? []));
  return other === undefined ? currency : undefined;
}

function currencyAt({ field, value, sighting }: FoundValue, place: ValuePlace): string | undefined {
  const isMoney = field.concept?.kind === 'money';
  const isAmount = isMoney || (typeof value === 'number' && field.concept === undefined);
  if (!isAmount) return undefined;
  const price = priceFor(field, sighting, place);
  // A number without a concept may also be a percentage or a year.
  const isRead = isMoney || value === price?.money.amount;
  const stated = (isRead ? price?.money.currency : undefined) ?? (isMoney ? codeIn(sighting.currency) : undefined);
  return stated === undefined ? undefined : (place.money?.currencyOf(stated) ?? stated);
}

const codeIn = (text = ''): string | undefined =>
  currencyOf(text) ?? (/^[A-Z]{3}$/.test(text.trim()) ? text.trim() : undefined);
