import type { Concept } from '../lexicon/concept';

/** JSON kinds a value of a field may have; `any` where the schema leaves it open. */
export type FieldKind = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'any';

/** A value listed in an `enum`. */
export type Choice = string | number | boolean | null;

/** One place of a JSON schema, with everything resolved that says what may stand there. */
export interface Field {
  readonly name: string;
  /** JSON pointer of the value in the answer; array items have no index of their own. */
  readonly pointer: string;
  readonly kind: FieldKind;
  /** Words of the name, lower case, without words that only name the thing the schema is about. */
  readonly words: readonly string[];
  /** What the field most likely stands for; undefined when only its own words tell. */
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
  /** Properties of an object. */
  readonly fields: readonly Field[];
  /** Items of an array. */
  readonly items: Field | undefined;
  /** Values of an object that takes any name. */
  readonly open: Field | undefined;
}
