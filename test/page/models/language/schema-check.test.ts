import { describe, expect, it } from 'vitest';
import { schemaCheck as checkBy, schemaErrors } from '../../../../core/page/models/language/schema-check';

const schemaCheck = (schema: object) => checkBy(schema as never, async (one) => schemaErrors(one as never));

describe('the check of an answer by its schema', () => {
  it('distinguishes the patterns of a schema', async () => {
    const check = await schemaCheck({ properties: { a: { pattern: '^(x|y)+$' }, b: { pattern: '^[0-9]{2,}$' } } });
    expect([await check({ a: 'xy', b: '12' }), await check({ a: '12', b: '12' })]).toEqual([
      undefined,
      '/a must match pattern "^(x|y)+$"',
    ]);
  });

  it.each(['^(a+)+$', '^(a|aa)+$', `^${'(a|a)'.repeat(40)}$`])(
    'gives a pattern that runs away little time: %s',
    async (pattern) => {
      const started = process.threadCpuUsage();
      expect(await (await schemaCheck({ pattern }))(`${'a'.repeat(40)}!`)).toMatch(/^it must match pattern/);
      expect(process.threadCpuUsage(started).user).toBeLessThan(200_000);
    },
  );

  it('stops when the references multiply with the nesting of the answer', async () => {
    const list = { type: 'array', maxItems: 0, items: { $ref: '#' } };
    let value: unknown = 'x';
    for (let level = 0; level < 40; level++) value = [value];
    const started = process.threadCpuUsage();
    expect(await (await schemaCheck({ anyOf: [list, list] }))(value)).toMatch(/^it cannot be checked in time/);
    expect(process.threadCpuUsage(started).user).toBeLessThan(1_500_000);
  });

  it('reports a schema that refers to itself', async () => {
    expect(await (await schemaCheck({ allOf: [{ $ref: '#' }] }))({})).toMatch(/^it cannot be checked in time/);
  });

  it('does not copy a definition for each of its references', async () => {
    const fields = (make: () => object) =>
      Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`p${at}`, make()]));
    const $defs = { d: { type: 'object', properties: fields(() => ({ type: 'string' })) } };
    const started = process.threadCpuUsage();
    await schemaCheck({ type: 'object', properties: fields(() => ({ $ref: '#/$defs/d' })), $defs });
    expect(process.threadCpuUsage(started).user).toBeLessThan(3_000_000);
  });
});
