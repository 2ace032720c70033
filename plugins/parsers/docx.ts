import { brokenDocument, defineParser, officeMetadata, openOfficeFile } from '../../core/contract/plugin';

/** `docx`: Word documents with headings, lists, tables, links and images. */
export default defineParser({
  id: 'docx',
  summary: 'Reads Word documents.',
  mediaTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  extensions: ['.docx'],
  async parse(bytes, { url }) {
    const archive = await openOfficeFile(bytes, url);
    const { default: mammoth } = await import('mammoth');
    try {
      const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { externalFileAccess: false });
      return { html: value, metadata: await officeMetadata(archive), warnings: [] };
    } catch (error) {
      throw brokenDocument(url, error);
    }
  },
});
