import { defineFormat, z } from '../../../core/plugin';
import { convert } from './convert';

/** `markdown`: the page's content as GitHub-flavoured markdown. */
export default defineFormat({
  id: 'markdown',
  summary: 'The content as GitHub-flavoured markdown.',
  needs: ['content'],
  isStandard: true,
  ofFile: (base64) => base64,
  config: z.object({
    converter: z
      .enum(['tree', 'node-html-markdown'])
      .default('tree')
      .describe('Which converter writes the markdown: Gleaner’s own, or the node-html-markdown package.'),
  }),
  async derive({ content }, { url, config, warn }) {
    // Whether images inside the page are kept was decided when the content was cut out.
    const options = { baseUrl: url, removeBase64Images: false };
    if (config.converter === 'node-html-markdown') {
      const { convertWithNodeHtmlMarkdown } = await import('./node-html-markdown');
      return convertWithNodeHtmlMarkdown(content, options);
    }
    const { markdown, flattened } = convert(content, options);
    if (flattened) warn('Lists, quotes or tables nested deeper than 60 levels were flattened in the markdown.');
    return markdown;
  },
});
