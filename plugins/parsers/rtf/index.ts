import { brokenDocument, defineParser } from '../../../core/contract/plugin';
import { RtfReader } from './reader';
import { RtfWriter } from './writer';

/** `rtf`: rich text with headings, lists, tables, links and footnotes. */
export default defineParser({
  id: 'rtf',
  summary: 'Reads rich text files.',
  mediaTypes: ['application/rtf', 'text/rtf', 'text/richtext'],
  extensions: ['.rtf'],
  async parse(bytes, { url }) {
    if (!String.fromCharCode(...bytes.subarray(0, 200)).includes('{\\rtf')) throw brokenDocument(url);
    const writer = new RtfWriter();
    try {
      new RtfReader(writer).read(bytes);
      return { html: writer.html(), metadata: writer.facts, warnings: [] };
    } catch (error) {
      throw brokenDocument(url, error);
    }
  },
});
