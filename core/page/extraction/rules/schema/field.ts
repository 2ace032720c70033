import type { Concept } from '../lexicon/concept';

/** JSON type of a field, or `any` if the schema does not restrict it. */
export type FieldKind = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'any';

/** A value of an `enum`. */
export type Choice = string | number | boolean | null;

/** A field of a JSON schema. References and variants are already resolved. */
export interface Field {
  readonly name: string;
  /** JSON pointer to the value in the answer, without array indexes. */
  readonly pointer: string;
  readonly kind: FieldKind;
  /** Words of the name in lower case. Excludes units and words that name the schema's subject. */
  readonly words: readonly string[];
  /** Most probable meaning of the field, if known. */
  readonly concept: Concept | undefined;
  readonly description: string;
  readonly format: string | undefined;
  readonly choices: readonly Choice[] | undefined;
  readonly nullable: boolean;
  readonly required: boolean;
  readonly pattern: RegExp | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly maxItems: number | undefined;
  readonly fields: readonly Field[];
  readonly items: Field | undefined;
  /** Field that describes the values of an object with arbitrary keys. */
  readonly open: Field | undefined;
}
