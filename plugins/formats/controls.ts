import { defineFormat } from '../../core/contract/plugin';

/** `controls`: what of a page shows more of its data. */
export default defineFormat({
  id: 'controls',
  summary: 'What of the page shows more of its data: the next page, tabs, folded sections and search forms.',
  needs: ['controls'],
  versions: ['v2'],
  derive: ({ controls }) => controls,
});
