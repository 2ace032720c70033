import { defineFormat, z } from '@gleaner/plugin';

/** `myPlugin`: the number of words in the content. Replace this with your own value. */
export default defineFormat({
  id: 'myPlugin',
  summary: 'The number of words in the content.',
  needs: ['markdown'],
  options: z.object({
    minLength: z.int().min(1).default(1).describe('Minimum length of a word; shorter words are not counted.'),
  }),
  derive: ({ markdown }, { options }) =>
    String(markdown)
      .split(/\s+/)
      .filter((word) => word.length >= options.minLength).length,
});
