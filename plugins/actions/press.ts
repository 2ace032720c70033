import { defineAction, z } from '../../core/plugin';

/** `press`: presses one key, or a combination such as `Control+A`. */
export default defineAction({
  type: 'press',
  summary: 'Presses a key.',
  schema: z.object({ key: z.string().min(1).describe('Name of the key, e.g. `Enter`, `ArrowDown`, `Control+A`.') }),
  run: (page, { key }, signal) => page.press(key, signal),
});
