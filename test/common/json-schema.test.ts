import { expect, it } from 'vitest';
import { z } from 'zod';
import { toJsonSchema } from '../../core/common/json-schema';

it('converts each schema once', () => {
  const schema = z.object({ limit: z.number().default(10) });
  expect(toJsonSchema(schema)).toMatchObject({ properties: { limit: { type: 'number', default: 10 } } });
  expect(toJsonSchema(schema)).toBe(toJsonSchema(schema));
  expect(toJsonSchema(z.object({ limit: z.number() }))).not.toBe(toJsonSchema(schema));
});
