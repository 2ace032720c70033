import { cssSelector, defineAction, z } from '../../core/contract/plugin';

/** `hover`: moves the mouse over the first matching element, e.g. to open a menu. */
export default defineAction({
  type: 'hover',
  summary: 'Moves the mouse over an element.',
  schema: z.object({ selector: cssSelector.describe('CSS selector of the element.') }),
  run: async (page, { selector }, signal) => page.moveMouse(await page.locate(selector, signal), signal),
});
