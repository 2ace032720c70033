import { defineFormat, profileNames, recipeOption, z } from '../../core/contract/plugin';

const options = z.object({
  schema: z.record(z.string(), z.unknown()).optional().describe('JSON schema that the data must match.'),
  prompt: z.string().max(10_000).optional().describe('What to extract, in plain words.'),
  profile: z
    .enum([...profileNames, 'none'])
    .optional()
    .describe('Model profile that reads the page; `none` uses no model. Defaults to the model in use.'),
  recipe: recipeOption,
});

/** `extraction`: the same data as `json`, with the source of each value and a list of missing values. */
export default defineFormat({
  id: 'extraction',
  summary:
    'Structured data as in the json format, with the source of each value and the reason for each missing value.',
  needs: ['markdown', 'metadata', 'siteFacts', 'recipeData', 'rules', 'model'],
  cost: { credits: 5, timeoutMs: 60_000 },
  versions: ['v2'],
  options,
  async derive(
    { markdown, metadata, siteFacts, recipeData, rules, model },
    { url, options: { schema, prompt }, warn, signal },
  ) {
    for (const sentence of recipeData?.warnings ?? []) warn(sentence);
    if (recipeData?.extraction) return { ...recipeData.extraction, tokensUsed: 0 };
    const page = { text: String(markdown), metadata, siteFacts, url, rules };
    const answer = await model.extract({ ...page, answer: 'data', schema, prompt }, signal);
    if (answer.warning) warn(answer.warning);
    const { value: data, sources = [], missing = [], tokensUsed, costUsd } = answer;
    const main = data === rules.data && rules.mainRecord ? { mainRecord: rules.mainRecord } : {};
    return { data, sources, missing, tokensUsed, ...(costUsd === undefined ? {} : { costUsd }), ...main };
  },
});
