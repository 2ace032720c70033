import { defineFormat, recipeOption, z } from '../../../core/contract/plugin';
import { promptInjectionIn } from './prompt-injection';

const fields = z.object({
  schema: z.record(z.string(), z.unknown()).optional().describe('JSON schema that the data must match.'),
  prompt: z.string().max(10_000).optional().describe('What to extract, in plain words.'),
});

const options = fields.extend({
  recipe: recipeOption,
  checkPromptInjection: z.boolean().optional().describe('Warn if the page contains instructions for a language model.'),
});

const v1Options = fields.extend({
  mode: z.literal('llm').default('llm').describe('Accepted for compatibility.'),
  systemPrompt: z.string().max(10_000).optional().describe('Accepted for compatibility; ignored.'),
  temperature: z.number().optional().describe('Accepted for compatibility.'),
  agent: z.record(z.string(), z.unknown()).optional().describe('Accepted for compatibility.'),
});

/** `json`: structured data for a JSON schema or prompt, extracted by rules or the configured model. */
export default defineFormat({
  id: 'json',
  summary: 'Structured data that matches a JSON schema or a prompt, extracted using rules or the configured model.',
  needs: ['markdown', 'metadata', 'siteFacts', 'recipeData', 'rules', 'model'],
  cost: { credits: 5, timeoutMs: 60_000 },
  options,
  v1: [
    { name: 'json', field: 'jsonOptions', fieldRequired: true, schema: v1Options },
    { name: 'extract', field: 'extract', fieldRequired: true, schema: v1Options, as: 'extract' },
  ],
  async derive(
    { markdown, metadata, siteFacts, recipeData, rules, model },
    { url, options: { schema, prompt, checkPromptInjection }, warn, signal },
  ) {
    const addressed = checkPromptInjection ? promptInjectionIn(String(markdown)) : undefined;
    if (addressed)
      warn(
        `The page contains instructions for a language model: "${addressed}". Check the values before you use them.`,
      );
    for (const sentence of recipeData?.warnings ?? []) warn(sentence);
    if (recipeData?.extraction) return recipeData.extraction.data;
    const page = { text: String(markdown), metadata, siteFacts, url, rules };
    const answer = await model.extract({ ...page, answer: 'data', schema, prompt }, signal);
    if (answer.warning) warn(answer.warning);
    return answer.value;
  },
});
