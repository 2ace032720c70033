import { expect, it } from 'vitest';
import { z } from 'zod';
import { ownSettings, plainSchema } from '../../../core/platform/sandbox/plain-schema';

const rebuilt = (schema: z.ZodObject) => plainSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

it('keeps types, limits, defaults, descriptions and marks of secrets', () => {
  const { schema } = rebuilt(
    z.object({
      count: z.int().min(1).max(3).default(2).describe('How many.'),
      key: z.string().default('').describe('Key.').meta({ secret: true }),
      kind: z.enum(['a', 'b']).optional(),
    }),
  )!;
  expect(schema!.parse({})).toEqual({ count: 2, key: '' });
  expect([{ count: 4 }, { count: 'x' }, { kind: 'c' }].map((value) => schema!.safeParse(value).success)).toEqual([
    false,
    false,
    false,
  ]);
  expect([schema!.shape.count!.description, schema!.shape.key!.meta()]).toEqual([
    'How many.',
    expect.objectContaining({ secret: true, description: 'Key.' }),
  ]);
});

it('drops patterns, which could block the engine', () => {
  const { schema } = rebuilt(z.object({ text: z.string().regex(/^(a+)+$/), at: z.url() }))!;
  expect(schema!.safeParse({ text: `${'a'.repeat(100)}!`, at: 'x' }).success).toBe(true);
});

it.each([
  [{ type: 'object', patternProperties: { '^(a+)+$': {} } }, '"patternProperties" is not supported.'],
  [{ type: 'object', properties: { a: { $ref: '#' } } }, '"$ref" is not supported.'],
  [{ type: 'string' }, 'they are not an object.'],
  [
    Array.from({ length: 30 }).reduce<object>((inner) => ({ type: 'object', properties: { inner } }), {}),
    'nested too deeply',
  ],
])('refuses a schema that it cannot check', (json, problem) => {
  expect(plainSchema(json)?.problem).toContain(problem);
});

it('separates the settings of the user from values that the schema fills in', () => {
  const url = { type: 'string', default: 'https://a.example' };
  const { schema } = plainSchema({ type: 'object', properties: { plain: url, hidden: { anyOf: [url] }, own: url } })!;
  const config = schema!.parse({ own: 'https://b.example' });
  expect(config).toMatchObject({ plain: 'https://a.example', hidden: 'https://a.example' });
  expect(ownSettings(schema!, config)).toEqual({ own: 'https://b.example' });
});
