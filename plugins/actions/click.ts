import { cssSelector, defineAction, z } from '../../core/contract/plugin';

/** `click`: clicks the first matching element, or all of them. */
export default defineAction({
  type: 'click',
  summary: 'Clicks an element.',
  schema: z.object({
    selector: cssSelector.describe('CSS selector of the element.'),
    all: z.boolean().default(false).describe('Click every match; if nothing matches, the action still succeeds.'),
  }),
  run: (page, { selector, all }, signal) => page.click(selector, { all, signal }),
});
