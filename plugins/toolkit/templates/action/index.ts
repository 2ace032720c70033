import { defineAction, z } from '@gleaner/plugin';

/** `myPlugin`: clicks a button and waits for the element that it reveals. Replace this with your own action. */
export default defineAction({
  type: 'myPlugin',
  summary: 'Clicks a button and waits for an element to appear.',
  schema: z.object({
    button: z.string().min(1).describe('CSS selector of the button.'),
    shows: z.string().min(1).describe('CSS selector of the element that appears.'),
  }),
  async run(page, { button, shows }, signal) {
    await page.click(button, { all: false, signal });
    await page.waitForSelector(shows, signal);
  },
});
