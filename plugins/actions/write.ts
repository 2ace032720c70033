import { defineAction, z } from '../../core/plugin';

/** `write`: types text into the element that has the focus; click it first. */
export default defineAction({
  type: 'write',
  summary: 'Types text into the focused element.',
  schema: z.object({ text: z.string().describe('Text to type.') }),
  run: (page, { text }, signal) => page.write(text, signal),
});
