import { defineAction, z } from '../../core/contract/plugin';

/** `executeJavascript`: runs a script in the page and returns its final value. */
export default defineAction({
  type: 'executeJavascript',
  summary: 'Runs a script in the page.',
  schema: z.object({
    script: z
      .string()
      .min(1)
      .describe(
        'JavaScript: the body of an async function with `return`, an expression, or statements whose last value is returned.',
      ),
  }),
  async run(page, { script }, signal) {
    return { javascriptReturns: await page.evaluate(script, signal) };
  },
});
