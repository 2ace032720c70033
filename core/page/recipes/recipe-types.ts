import type { RecipeField } from '../../common/recipe';
import { conceptById } from '../extraction/rules/lexicon/lexicon';
import type { Field } from '../extraction/rules/schema/field';
import { normaliseSchema } from '../extraction/rules/schema/normalise-schema';

/**
 * Maps each field type to the JSON schema and the concept (if any) that the extractor uses to read values of that type.
 */
const READ_AS: Readonly<Record<RecipeField['type'], readonly [schema: object, concept?: string]>> = {
  text: [{ type: 'string' }, 'description'],
  html: [{ type: 'string' }],
  name: [{ type: 'string' }, 'author'],
  code: [{ type: 'string' }, 'sku'],
  barcode: [{ type: 'string' }, 'gtin'],
  number: [{ type: 'number' }],
  integer: [{ type: 'integer' }],
  price: [{ type: 'number' }, 'price'],
  currency: [{ type: 'string' }, 'currency'],
  boolean: [{ type: 'boolean' }],
  choice: [{ type: 'string' }],
  date: [{ type: 'string', format: 'date' }, 'startDate'],
  datetime: [{ type: 'string', format: 'date-time' }, 'startDate'],
  time: [{ type: 'string', format: 'time' }],
  minutes: [{ type: 'number' }, 'totalTime'],
  link: [{ type: 'string', format: 'uri' }],
  image: [{ type: 'string', format: 'uri' }],
  email: [{ type: 'string', format: 'email' }],
  phone: [{ type: 'string' }, 'phone'],
};

/**
 * Maps a field type to the concept whose value is the upper end of a range. The value of any other concept is the lower
 * end.
 */
const READ_UPPER: Readonly<Partial<Record<RecipeField['type'], string>>> = {
  price: 'highPrice',
  date: 'endDate',
  datetime: 'endDate',
};

/** Returns the extractor field that determines how to read the values of a recipe field. */
export function fieldOf({ type, choices, end }: Pick<RecipeField, 'type' | 'choices' | 'end'>): Field {
  const [schema, usual] = READ_AS[type];
  const concept = end === 'upper' ? (READ_UPPER[type] ?? usual) : usual;
  const field = normaliseSchema(choices ? { enum: choices } : { ...schema });
  return { ...field, concept: concept === undefined ? undefined : conceptById(concept) };
}
