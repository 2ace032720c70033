import { defineFormat } from '../../core/contract/plugin';

/** `rawHtml`: the unmodified HTML of the page. */
export default defineFormat({
  id: 'rawHtml',
  summary: 'The unmodified HTML of the page.',
  needs: ['source'],
  derive: ({ source }) => source,
});
