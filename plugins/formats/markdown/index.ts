import { defineFormat, z } from '../../../core/contract/plugin';
import { convert } from './convert';

/** `markdown`: the page's content as GitHub-flavoured Markdown. */
export default defineFormat({
  id: 'markdown',
  summary: 'The content as GitHub-flavoured Markdown.',
  needs: ['content'],
  isStandard: true,
  options: z.object({
    repeatMergedCells: z
      .boolean()
      .optional()
      .describe('Repeat the value of a merged table cell in every row and column that it spans; false by default.'),
  }),
  ofFile: (base64) => base64,
  config: z.object({
    converter: z
      .enum(['tree', 'node-html-markdown'])
      .default('tree')
      .describe('Converter that creates the Markdown: Gleaner’s own or the node-html-markdown package.'),
  }),
  async derive({ content }, { url, options: { repeatMergedCells }, config, warn }) {
    const options = { baseUrl: url, repeatMergedCells };
    if (config.converter === 'node-html-markdown') {
      const { convertWithNodeHtmlMarkdown } = await import('./node-html-markdown');
      return convertWithNodeHtmlMarkdown(content);
    }
    const { markdown, flattened } = convert(content, options);
    if (flattened) warn('Lists, quotes or tables nested deeper than 60 levels were flattened in the Markdown.');
    return markdown;
  },
});
