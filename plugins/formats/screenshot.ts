import { defineFormat, z } from '../../core/contract/plugin';

/** `screenshot`: a screenshot of the page, as a URL valid for 24 hours. */
export default defineFormat({
  id: 'screenshot',
  summary: 'A screenshot of the page: the viewport, or the full page.',
  needs: ['capture'],
  options: z.object({
    fullPage: z.boolean().default(false).describe('Capture the full page instead of the viewport.'),
    quality: z.int().min(1).max(100).optional().describe('JPEG quality; if omitted, the image is a PNG.'),
    viewport: z
      .object({
        width: z.int().positive().max(7680).describe('Width of the viewport in pixels.'),
        height: z.int().positive().max(4320).describe('Height of the viewport in pixels.'),
      })
      .optional()
      .describe('Viewport size. Defaults to 1280 × 800, or to the size of a phone if `mobile` is set.'),
  }),
  v1: [{ name: 'screenshot' }, { name: 'screenshot@fullPage', options: { fullPage: true } }],
  capture: (page, options, signal) => page.screenshot(options, signal),
  derive: ({ capture }) => capture,
});
