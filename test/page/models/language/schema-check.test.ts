import { describe, expect, it } from 'vitest';
import { schemaCheck } from '../../../../core/page/models/language/schema-check';

describe('the check of an answer by its schema', () => {
  it('distinguishes the patterns of a schema', async () => {
    const check = schemaCheck({ properties: { a: { pattern: '^(x|y)+$' }, b: { pattern: '^[0-9]{2,}$' } } });
    expect([await check({ a: 'xy', b: '12' }), await check({ a: '12', b: '12' })]).toEqual([
      undefined,
      '/a must match pattern "^(x|y)+$"',
    ]);
  });

  it.each(['^(a+)+$', '^(a|aa)+$', `^${'(a|a)'.repeat(40)}$`])(
    'gives a pattern that runs away little time: %s',
    async (pattern) => {
      const started = process.threadCpuUsage();
      expect(await schemaCheck({ pattern })(`${'a'.repeat(40)}!`)).toMatch(/^it must match pattern/);
      expect(process.threadCpuUsage(started).user).toBeLessThan(200_000);
    },
  );
});
