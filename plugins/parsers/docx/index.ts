import { brokenDocument, defineParser, officeMetadata, openOfficeFile } from '../../../core/contract/plugin';
import { WordFile } from './word-file';

/** Check marks in Word's symbol fonts, mapped to equivalents in common fonts. */
const CHECK_MARKS: Readonly<Record<string, string>> = { '🗹': '☑', '🗷': '☒', '🗸': '✓', '🗴': '✗' };

/** `docx`: Word documents with headings, lists, tables, links, images, formulas and checkboxes. */
export default defineParser({
  id: 'docx',
  summary: 'Reads Word documents.',
  mediaTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  extensions: ['.docx'],
  async parse(bytes, { url }) {
    const archive = await openOfficeFile(bytes, url);
    const { default: mammoth } = await import('mammoth');
    try {
      const file = new WordFile(archive);
      // Mammoth accepts this input, although its type declarations do not allow it.
      const { value } = await mammoth.convertToHtml({ file } as never, {
        externalFileAccess: false,
        styleMap: [WordFile.formulaStyle],
      });
      const html = checkBoxesAsText(file.withFormulas(value));
      return { html, metadata: await officeMetadata(archive), warnings: [] };
    } catch (error) {
      throw brokenDocument(url, error);
    }
  },
});

/**
 * Replaces checkboxes with characters, except at the start of a list item, where they mark a task. Also replaces check
 * marks from Word's symbol fonts.
 */
const checkBoxesAsText = (html: string): string =>
  html
    .replace(/(<li>)?<input type="checkbox"( checked="checked")? ?\/?>/g, (box, item?: string, checked?: string) => {
      if (item !== undefined) return box;
      return checked === undefined ? '☐' : '☑';
    })
    .replace(/[🗹🗷🗸🗴]/gu, (sign) => CHECK_MARKS[sign] ?? sign);
