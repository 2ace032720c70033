import { defineFormat } from '../../core/contract/plugin';

/** `rawHtml`: the page's HTML, untouched. */
export default defineFormat({
  id: 'rawHtml',
  summary: 'The HTML of the page as it came, untouched.',
  needs: ['source'],
  derive: ({ source }) => source,
});
