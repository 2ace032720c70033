import PDFDocument from 'pdfkit';

/** Text layer on the second page of the PDF from `makeScan`. */
export const layer = 'This page has a text layer.';

/** Creates a PDF with a scanned page, a page with a text layer, and an empty page. */
export async function makeScan(): Promise<Uint8Array> {
  const file = new PDFDocument({ size: [340, 260] });
  const parts: Buffer[] = [];
  file.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((done) => file.once('end', done));
  file.image('test/fixtures/ocr/letter.png', 20, 20, { width: 300 });
  file.addPage().fontSize(8).text(layer, 30, 30);
  file.addPage().end();
  await ended;
  return new Uint8Array(Buffer.concat(parts));
}
