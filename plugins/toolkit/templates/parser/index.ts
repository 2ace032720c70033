import { decodePlainText, defineParser, escapeHtml } from '@gleaner/plugin';

/** `my-plugin`: reads a note, whose first line is the title. Replace this with your own file type. */
export default defineParser({
  id: 'my-plugin',
  summary: 'Reads notes. The first line is the title.',
  mediaTypes: ['text/x-my-plugin'],
  extensions: ['.my-plugin'],
  async parse(bytes, { charset }) {
    const [title = '', ...lines] = decodePlainText(bytes, charset).text.trim().split(/\r?\n/);
    const paragraphs = lines.filter(Boolean).map((line) => `<p>${escapeHtml(line)}</p>`);
    return {
      html: [`<h1>${escapeHtml(title)}</h1>`, ...paragraphs].join('\n'),
      metadata: { title },
      warnings: [],
    };
  },
});
