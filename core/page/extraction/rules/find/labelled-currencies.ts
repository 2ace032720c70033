import { findMoney } from '../../../../common/values/money';
import type { Evidence } from '../page/evidence';
import { scriptCurrency } from '../page/script-currency';
import type { Field } from '../schema/field';
import { fromPairs } from './from-text';
import { currentPrices } from './price-finder';
import { excerptOf, type Sighting } from './sighting';

/** Weight factor for the currency of a labelled amount. It is below 1, because the amount may be a secondary price. */
const trust = 0.9;

/** Returns the currencies of amounts whose label matches a money field of the schema, e.g. `Rent: 850 €`. */
export const labelledCurrencies = ({ pairs }: Evidence, fields: readonly Field[]): readonly Sighting[] =>
  fields
    .filter(({ concept }) => concept?.kind === 'money')
    .flatMap((field) => fromPairs(field, pairs, new Map()))
    .flatMap((one): readonly Sighting[] => {
      const currency = findMoney(String(one.raw))[0]?.currency;
      return currency === undefined ? [] : [{ ...one, raw: currency, weight: one.weight * trust }];
    });

/** Weight of a currency found only in the page's script data. */
const scriptWeight = 0.3;

/** Returns the currency in the page's script data (e.g. from Next.js), if the page shows a price. */
export function currenciesInScripts(evidence: Evidence): readonly Sighting[] {
  const code = evidence.once(currentPrices).length > 0 ? evidence.once(scriptCurrency) : undefined;
  if (code === undefined) return [];
  const { node, currency } = code;
  return [{ raw: currency, weight: scriptWeight, kind: 'state', node, excerpt: excerptOf(`currency: ${currency}`) }];
}
