import { defineAction, z } from '../../core/contract/plugin';

/** `screenshot`: captures the viewport or the full page. */
export default defineAction({
  type: 'screenshot',
  summary: 'Takes a screenshot of the page.',
  takesPictures: true,
  schema: z.object({
    fullPage: z.boolean().default(false).describe('Capture the full page instead of the viewport.'),
    quality: z.int().min(1).max(100).optional().describe('JPEG quality; if omitted, the image is a PNG.'),
    viewport: z
      .object({
        width: z.int().positive().max(7680).describe('Width of the viewport in pixels.'),
        height: z.int().positive().max(4320).describe('Height of the viewport in pixels.'),
      })
      .optional()
      .describe('Viewport size for this screenshot.'),
  }),
  async run(page, options, signal) {
    return { screenshots: await page.screenshot(options, signal) };
  },
});
