import { defineFormat, innerHtml } from '../../core/contract/plugin';

/** `html`: the cleaned content as HTML. */
export default defineFormat({
  id: 'html',
  summary: 'The cleaned content as HTML, with absolute URLs.',
  needs: ['content'],
  ofFile: (base64) => base64,
  derive: ({ content }) => innerHtml(content).trim(),
});
