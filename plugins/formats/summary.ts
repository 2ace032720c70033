import { defineFormat } from '../../core/contract/plugin';

/** `summary`: the page in a few sentences: key sentences by rules, or a text by the configured model. */
export default defineFormat({
  id: 'summary',
  summary: 'A short summary of the page: its key sentences, or a text by the configured model.',
  needs: ['markdown', 'digest', 'model'],
  async derive({ markdown, digest, model }, { url, warn, signal }) {
    const prompt = 'Summarise the page in one short paragraph. Use only what the page says.';
    const rules = { data: digest, sources: [], missing: [] };
    const answer = await model.extract({ answer: 'text', text: String(markdown), prompt, url, rules }, signal);
    if (answer.warning) warn(answer.warning);
    return String(answer.value);
  },
});
