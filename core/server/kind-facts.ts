import { z } from 'zod';
import type { JobHandler } from '../jobs/job-handler';

/** A schema as JSON schema of what a caller sends. */
export const jsonSchema = (schema: z.ZodType | undefined) =>
  schema && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** A kind of job as the window and MCP clients list, start and follow it. */
const factsOf = (handler: JobHandler) => ({
  kind: handler.kind,
  name: handler.name,
  summary: handler.summary,
  path: `/v2/${handler.path}`,
  isListed: handler.mode === 'background',
  hasAnswer: handler.mode === 'background' && handler.result !== undefined,
  eventPrefix: handler.events?.prefix,
  form: handler.form,
  schema: jsonSchema(handler.schema('v2')),
});

/** Facts of every kind that v2 of the API has. */
export const kindFacts = (handlers: readonly JobHandler[]) =>
  handlers.filter(({ versions }) => versions?.includes('v2') ?? true).map(factsOf);
