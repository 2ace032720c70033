import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { badRequest } from '../../core/server/validation';

describe('an error in a request', () => {
  it('names the path inside a union, however deep', () => {
    const field = z.union([
      z.string(),
      z.strictObject({ selector: z.union([z.string(), z.strictObject({ css: z.int() })]) }),
    ]);
    const { error } = z.object({ fields: z.array(field) }).safeParse({ fields: ['a', { selector: { css: 'x' } }] });
    expect(badRequest(error!).message).toContain('fields.1.selector.css: ');
  });
});
