import { defineFormat, profileNames, z } from '../../core/plugin';

const options = z.object({
  schema: z.record(z.string(), z.unknown()).optional().describe('JSON schema of the data.'),
  prompt: z.string().max(10_000).optional().describe('What to extract, in plain words.'),
  profile: z.enum(profileNames).optional().describe('Model profile that reads the page; the model in use when absent.'),
});

/** `extraction`: the data of `json` with the place each value comes from and what is missing. */
export default defineFormat({
  id: 'extraction',
  summary: 'Structured data as json gives it, with where each value stands on the page and what is missing, and why.',
  needs: ['markdown', 'rules', 'model'],
  cost: { credits: 5, timeoutMs: 60_000 },
  versions: ['v2'],
  options,
  async derive({ markdown, rules, model }, { url, options: { schema, prompt }, warn, signal }) {
    const answer = await model.extract({ answer: 'data', text: String(markdown), schema, prompt, url, rules }, signal);
    if (answer.warning) warn(answer.warning);
    const { value: data, sources = [], missing = [], tokensUsed, costUsd } = answer;
    return { data, sources, missing, tokensUsed, ...(costUsd === undefined ? {} : { costUsd }) };
  },
});
