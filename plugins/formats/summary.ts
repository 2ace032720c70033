import { defineFormat } from '../../core/plugin';

/** `summary`: a short summary written by the configured model. */
export default defineFormat({
  id: 'summary',
  summary: 'A short summary of the page, written by the configured model.',
  needs: ['markdown', 'model'],
  async derive({ markdown, model }, { url, warn, signal }) {
    const prompt = 'Summarise the page in one short paragraph. Use only what the page says.';
    const answer = await model.extract({ text: String(markdown), prompt, url }, signal);
    if (answer.warning) warn(answer.warning);
    return String(answer.value);
  },
});
