import { cssSelector, defineAction, z } from '../../core/contract/plugin';

/** `scroll`: scrolls the page or a scrollable element by one viewport, or to its end. */
export default defineAction({
  type: 'scroll',
  summary: 'Scrolls the page or an element by one view, or to its end.',
  schema: z.object({
    direction: z.enum(['up', 'down']).default('down').describe('Which way to scroll.'),
    selector: cssSelector.optional().describe('CSS selector of the element to scroll; the page when absent.'),
    toEnd: z.boolean().default(false).describe('Scroll to the end in that direction instead of by one view.'),
  }),
  run: (page, options, signal) => page.scroll(options, signal),
});
