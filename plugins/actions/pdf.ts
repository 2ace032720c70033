import { defineAction, z } from '../../core/contract/plugin';

const paper = ['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger'] as const;

/** `pdf`: prints the page to a PDF file. */
export default defineAction({
  type: 'pdf',
  summary: 'Prints the page as a PDF.',
  schema: z.object({
    format: z.enum(paper).default('Letter').describe('Paper size.'),
    landscape: z.boolean().default(false).describe('Landscape orientation.'),
    scale: z.number().min(0.1).max(2).default(1).describe('Print scale, 0.1 to 2.'),
  }),
  async run(page, options, signal) {
    return { pdfs: await page.pdf(options, signal) };
  },
});
