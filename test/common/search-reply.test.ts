import { expect, it } from 'vitest';
import { z } from 'zod';
import { readReply } from '../../core/common/search-reply';

it('names the field of a response that does not match the schema', async () => {
  const answer = Response.json({ results: [] });
  await expect(readReply(answer, z.object({ items: z.array(z.string()) }), { service: 'Example' })).rejects.toThrow(
    'Example did not return search results (items: Invalid input: expected array, received undefined).',
  );
});
