import { decodePlainText, defineParser, escapeHtml } from '../../core/contract/plugin';

/** `json`: JSON as a code block, unmodified. */
export default defineParser({
  id: 'json',
  summary: 'Shows JSON as a code block.',
  mediaTypes: ['application/json', 'text/json', 'application/x-ndjson', 'application/jsonl', '*+json'],
  extensions: ['.json', '.jsonl', '.ndjson', '.geojson', '.webmanifest'],
  async parse(bytes, { charset }) {
    const { text } = decodePlainText(bytes, charset);
    const html = `<pre><code class="language-json">${escapeHtml(text)}</code></pre>`;
    return { html, metadata: {}, warnings: [] };
  },
});
