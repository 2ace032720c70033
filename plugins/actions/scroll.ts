import { cssSelector, defineAction, z } from '../../core/contract/plugin';

/** `scroll`: scrolls the page or a scrollable element by one viewport, or to its end. */
export default defineAction({
  type: 'scroll',
  summary: 'Scrolls the page or an element by one viewport, or to its end.',
  schema: z.object({
    direction: z.enum(['up', 'down']).default('down').describe('Direction to scroll in.'),
    selector: cssSelector.optional().describe('CSS selector of the element to scroll; defaults to the page.'),
    toEnd: z.boolean().default(false).describe('Scroll all the way in that direction instead of by one viewport.'),
  }),
  run: (page, options, signal) => page.scroll(options, signal),
});
