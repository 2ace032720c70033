import { brokenDocument, defineParser, officeMetadata, openOfficeFile } from '../../../core/contract/plugin';
import { WordFile } from './word-file';

/** Check marks of Word's symbol fonts, and their equivalents in common fonts. */
const CHECK_MARKS: Readonly<Record<string, string>> = { '🗹': '☑', '🗷': '☒', '🗸': '✓', '🗴': '✗' };

/** `docx`: Word documents with headings, lists, tables, links, images, formulas and check boxes. */
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
      // Mammoth's types lack this input, which it accepts.
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

/** Replaces check boxes by characters, except at the start of a list item, where they make a task. */
const checkBoxesAsText = (html: string): string =>
  html
    .replace(/(<li>)?<input type="checkbox"( checked="checked")? ?\/?>/g, (box, item?: string, checked?: string) => {
      if (item !== undefined) return box;
      return checked === undefined ? '☐' : '☑';
    })
    .replace(/[🗹🗷🗸🗴]/gu, (sign) => CHECK_MARKS[sign] ?? sign);
