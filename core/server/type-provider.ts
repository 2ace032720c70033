import type { FastifyTypeProvider } from 'fastify';
import type { z } from 'zod';

/** Types requests by their zod schemas; answers are typed by the functions that make them. */
export interface ZodRequests extends FastifyTypeProvider {
  readonly validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
  readonly serializer: unknown;
}
