import { cssSelector, defineAction, z } from '../../core/contract/plugin';

/** `hover`: rests the mouse on the first element that matches, as menus that open under it need. */
export default defineAction({
  type: 'hover',
  summary: 'Moves the mouse over an element.',
  schema: z.object({ selector: cssSelector.describe('CSS selector of the element.') }),
  run: async (page, { selector }, signal) => page.moveMouse(await page.locate(selector, signal), signal),
});
