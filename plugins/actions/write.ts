import { defineAction, z } from '../../core/contract/plugin';

/** `write`: types text, or a saved secret, into the focused element. Focus it with `click` first. */
export default defineAction({
  type: 'write',
  summary: 'Types text, or a saved password, into the focused element.',
  schema: z
    .object({
      text: z.string().optional().describe('Text to type.'),
      secret: z
        .string()
        .min(1)
        .max(80)
        .optional()
        .describe(
          'Name of a saved password to type; works only on pages of the site for which the password was saved.',
        ),
      replace: z.boolean().default(false).describe('Replace the current text of the field.'),
    })
    .refine(({ text, secret }) => (text === undefined) !== (secret === undefined), {
      message: 'The `write` action needs either `text` or `secret`, not both.',
    }),
  async run(page, { text = '', secret, replace }, signal) {
    if (replace) await page.selectText(signal);
    await (secret === undefined ? page.write(text, signal) : page.writeSecret(secret, signal));
  },
});
