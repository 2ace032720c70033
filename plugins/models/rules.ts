import { defineModel, z } from '../../core/contract/plugin';

/** `rules`: reads values from the page's markup, tables, labels and lists. Needs neither a key nor a network. */
export default defineModel({
  id: 'rules',
  summary:
    'Extracts structured data by rules only, without a key or network. Values that are not on the page stay empty.',
  fallback: true,
  config: z.object({}),
  create: () => ({
    async extract({ rules: { data, sources, missing, warning } }) {
      return { value: data, tokensUsed: 0, sources, missing, ...(warning === undefined ? {} : { warning }) };
    },
  }),
});
