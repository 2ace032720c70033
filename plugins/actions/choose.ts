import { cssSelector, defineAction, z } from '../../core/contract/plugin';

/** `choose`: selects an option in a `select` element. */
export default defineAction({
  type: 'choose',
  summary: 'Selects an option in a list.',
  schema: z.object({
    selector: cssSelector.describe('CSS selector of the `select` element.'),
    value: z.string().max(4000).describe('Value of the option to select.'),
  }),
  run: (page, { selector, value }, signal) => page.choose(selector, value, signal),
});
