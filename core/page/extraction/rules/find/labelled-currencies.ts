import { findMoney } from '../../../../common/values/money';
import type { Evidence } from '../page/evidence';
import type { Field } from '../schema/field';
import { fromPairs } from './from-text';
import type { Sighting } from './sighting';

/** Factor for the weight of a labelled amount, because its currency may be that of a secondary price. */
const trust = 0.9;

/** Returns the currencies of labelled amounts that other fields of the schema request, e.g. `Rent: 850 €`. */
export const labelledCurrencies = ({ pairs }: Evidence, fields: readonly Field[]): readonly Sighting[] =>
  fields
    .filter(({ concept }) => concept?.kind === 'money')
    .flatMap((field) => fromPairs(field, pairs, new Map()))
    .flatMap((one): readonly Sighting[] => {
      const currency = findMoney(String(one.raw))[0]?.currency;
      return currency === undefined ? [] : [{ ...one, raw: currency, weight: one.weight * trust }];
    });
