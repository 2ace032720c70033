import { describe, expect, it } from 'vitest';
import { schemaOfExample } from '../../src-renderer/schema/schema-of-example';
import { hiddenIn, toSchema, toShape, type WrittenSchema, withType } from '../../src-renderer/schema/wanted-fields';

const random = (seed: number) => () => {
  seed = (seed * 1103515245 + 12345) % 2 ** 31;
  return seed / 2 ** 31;
};

/** Generates a schema with the kinds of keywords that people and tools write. */
function schemaOf(next: () => number, depth = 0): WrittenSchema {
  const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(next() * choices.length)]!;
  const named = (): WrittenSchema =>
    Object.fromEntries(
      Array.from({ length: 1 + Math.floor(next() * 4) }, (_, at) => [`f${at}`, schemaOf(next, depth + 1)]),
    );
  const words = next() < 0.3 ? { description: 'What it is' } : {};
  const objects = (): WrittenSchema => {
    const properties = named();
    const required = Object.keys(properties).filter(() => next() < 0.4);
    const more = next() < 0.3 ? { additionalProperties: false, title: 'T' } : {};
    return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), ...more };
  };
  if (depth === 0)
    return {
      ...objects(),
      ...pick({}, { $schema: 'x', $defs: { a: { type: 'string' } } }, { required: ['elsewhere'] }),
    };
  const simple: readonly WrittenSchema[] = [
    { type: 'string' },
    { type: 'string', format: 'date' },
    { type: 'string', format: 'url' },
    { type: 'string', format: 'date-time' },
    { type: 'string', enum: ['a', 'b'] },
    { type: ['number', 'null'], minimum: 0 },
    { type: 'integer' },
    { type: 'boolean', default: false },
    { $ref: '#/$defs/a' },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    { type: 'object' },
    { type: 'array' },
    { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
    { const: 3 },
    {},
  ];
  if (depth > 3 || next() < 0.6) return { ...pick(...simple), ...words };
  if (next() < 0.5) return { ...objects(), ...words };
  const list = pick({}, { minItems: 1 }, { type: ['array', 'null'] });
  return { type: 'array', items: schemaOf(next, depth + 1), ...list, ...words };
}

describe('a schema in the form', () => {
  it('is unchanged after a round trip, whatever its keywords', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const schema = schemaOf(random(seed));
      const back = toSchema(toShape(schema)!);
      expect({ ...back, required: new Set(back.required as string[]) }, JSON.stringify(schema)).toEqual({
        ...schema,
        required: new Set(schema.required as string[]),
      });
    }
  });

  it('is not shown unless it is an object with fields', () => {
    for (const schema of [{ type: 'array', items: {} }, { $ref: '#/x' }, { anyOf: [] }, {}])
      expect(toShape(schema)).toBeUndefined();
  });

  it('names keywords that the rows do not show', () => {
    const schema = {
      type: 'object',
      title: 'T',
      properties: { a: { type: 'object', properties: { b: { type: 'string', maxLength: 3 } } } },
    };
    expect(hiddenIn(toShape(schema)!)).toEqual(['the schema itself: title', 'a › b: maxLength']);
  });

  it('loses keywords of the old type with a change of type', () => {
    const [field] = toShape({ type: 'object', properties: { a: { type: 'number', minimum: 1 } } })!.fields;
    expect(toSchema({ fields: [withType(field!, 'text')], extra: {} }).properties).toEqual({ a: { type: 'string' } });
  });
});

describe('sample data', () => {
  it('becomes the typed fields of all records of a list', () => {
    const records = [
      { name: 'A', price: 3, at: null },
      { name: 'B', on: '2026-01-02', at: '2026-01-02T10:00:00Z' },
    ];
    expect(schemaOfExample(records)).toEqual({
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              price: { type: 'number' },
              at: { type: 'string', format: 'date-time' },
              on: { type: 'string', format: 'date' },
            },
          },
        },
      },
    });
  });

  it('becomes a schema even with mixed or empty values', () => {
    expect(schemaOfExample({ a: [1, 'x'], b: [], c: null, d: [[1], [2]] }).properties).toEqual({
      a: { type: 'array', items: { type: 'string' } },
      b: { type: 'array', items: { type: ['string', 'null'] } },
      c: { type: ['string', 'null'] },
      d: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
    });
  });
});
