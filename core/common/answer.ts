import type { z } from 'zod';

/** Read-only at every depth. */
export type DeepReadonly<T> = unknown extends T ? T : { readonly [Key in keyof T]: DeepReadonly<T[Key]> };

/** The value of an answer, by its schema. */
export type Answer<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;
