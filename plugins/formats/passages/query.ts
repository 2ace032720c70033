import { defineFormat, z } from '../../../core/contract/plugin';
import { highlightsOf, nothingMatches, searchPage } from './find';
import { answerQuestion } from './question';

/** `query`: deprecated alias of `question`, or of `highlights` if `directQuote` is set. */
export const query = defineFormat({
  id: 'query',
  as: ({ mode }) => (mode === 'directQuote' ? 'highlights' : 'answer'),
  summary:
    'Deprecated: use question or highlights. Answers a question about the page, or quotes the passages that match a prompt.',
  needs: ['markdown', 'metadata', 'model'],
  cost: { credits: 5, timeoutMs: 60_000, when: { mode: 'freeform' } },
  versions: ['v2'],
  options: z.object({
    prompt: z.string().trim().min(1).max(10_000).describe('Question to answer, or what to look for.'),
    mode: z
      .enum(['freeform', 'directQuote'])
      .default('freeform')
      .describe('`freeform` works like the format `question`, `directQuote` like the format `highlights`.'),
  }),
  async derive(values, { options: { prompt, mode }, url, warn, signal }) {
    if (mode === 'freeform') return answerQuestion({ ...values, question: prompt, url, warn }, signal);
    const { markdown, metadata } = values;
    const page = { markdown: String(markdown), query: prompt, language: metadata.language };
    const highlights = highlightsOf(await searchPage(page, signal));
    if (highlights === '') warn(nothingMatches(prompt));
    return highlights;
  },
});
