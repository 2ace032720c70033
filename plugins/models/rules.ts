import { defineModel, z } from '../../core/contract/plugin';

/**
 * `rules`: extracts values from the page's markup, tables, labels and lists. Requires neither an API key nor network
 * access.
 */
export default defineModel({
  id: 'rules',
  summary:
    'Extracts structured data using rules only, without a key or network access. Fields without a value on the page stay empty.',
  fallback: true,
  config: z.object({}),
  create: () => ({
    async extract({ rules: { data, sources, missing, warning } }) {
      return { value: data, tokensUsed: 0, sources, missing, ...(warning === undefined ? {} : { warning }) };
    },
  }),
});
