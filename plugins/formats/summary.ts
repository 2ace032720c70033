import { defineFormat } from '../../core/contract/plugin';

/** `summary`: a few sentences that summarize the page, selected by rules or written by the configured model. */
export default defineFormat({
  id: 'summary',
  summary: 'A short summary of the page: its key sentences, or text written by the configured model.',
  needs: ['markdown', 'metadata', 'digest', 'model'],
  async derive({ markdown, metadata, digest, model }, { url, warn, signal }) {
    const prompt = 'Summarise the page in one short paragraph. Use only what the page says.';
    const rules = { data: digest, sources: [], missing: [] };
    const page = { text: String(markdown), metadata, url, rules };
    const answer = await model.extract({ ...page, answer: 'text', prompt }, signal);
    if (answer.warning) warn(answer.warning);
    return String(answer.value);
  },
});
