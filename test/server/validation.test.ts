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

  it('names the wrong field of a format, not the names of other formats', () => {
    const format = z.union([
      z.enum(['links', 'score']),
      z.strictObject({ type: z.literal('links') }),
      z.strictObject({ type: z.literal('score'), scale: z.enum(['ten', 'percent']) }),
    ]);
    const { error } = z.object({ formats: z.array(format) }).safeParse({ formats: [{ type: 'score', scale: 'huge' }] });
    expect(badRequest(error!).message).toBe(
      'Bad Request: formats.0.scale: Invalid option: expected one of "ten"|"percent"',
    );
  });
});
