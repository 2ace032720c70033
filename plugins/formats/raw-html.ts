import { defineFormat } from '../../core/contract/plugin';

/** `rawHtml`: the page's HTML, untouched. */
export default defineFormat({
  id: 'rawHtml',
  summary: 'The unmodified HTML of the page.',
  needs: ['source'],
  derive: ({ source }) => source,
});
