import { defineAction, keysOf, z } from '../../core/contract/plugin';

const key = z
  .string()
  .min(1)
  .refine((text) => keysOf(text) !== undefined, {
    error: ({ input }) =>
      `"${input}" is not a key: use a key name such as Enter or ArrowDown, or keys joined by +, such as Control+A.`,
  })
  .describe('Key name in upper or lower case, e.g. `Enter`, `ArrowDown`, or a key combination such as `Control+A`.');

/** `press`: presses a key or a key combination such as `Control+A`. */
export default defineAction({
  type: 'press',
  summary: 'Presses a key.',
  schema: z.object({ key }),
  run: (page, fields, signal) => page.press(fields.key, signal),
});
