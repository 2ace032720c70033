import type { z } from 'zod';

/** Makes a type read-only at every depth. */
export type DeepReadonly<T> = unknown extends T ? T : { readonly [Key in keyof T]: DeepReadonly<T[Key]> };

/** Output type of a response schema, read-only at every depth. */
export type Answer<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;
