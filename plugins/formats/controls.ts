import { defineFormat } from '../../core/contract/plugin';

/** `controls`: elements of the page that reveal more data. */
export default defineFormat({
  id: 'controls',
  summary: 'Controls of the page that show more of its data: next page, tabs, collapsed sections and search forms.',
  needs: ['controls'],
  versions: ['v2'],
  derive: ({ controls }) => controls,
});
