/** A piece of text on a page of a hand-written PDF. */
export interface PdfText {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly text: string;
  /** True for Courier. */
  readonly mono?: boolean;
}

/** Encodes text as a PDF string in WinAnsi encoding, in which the bullet is 0x95. */
const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&').replaceAll('•', '\x95');

const COURIER = `<< /Type /Font /Subtype /Type1 /BaseFont /Courier /FirstChar 32 /LastChar 126 /Widths [${'600 '.repeat(95)}] /FontDescriptor << /Type /FontDescriptor /FontName /Courier /Flags 33 /Ascent 629 /Descent -157 /CapHeight 562 /ItalicAngle 0 /StemV 51 /FontBBox [-23 -250 715 805] >> >>`;

/** Creates a PDF without tags. Each page is a list of text pieces. `info` is the document information. */
export function makePdf(
  pages: readonly (readonly PdfText[])[],
  info: Readonly<Record<string, string>> = {},
  trailer = '',
): Uint8Array {
  const objects: string[] = [];
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ');
  objects.push('<< /Type /Catalog /Pages 2 0 R >>');
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  pages.forEach((texts, at) => {
    const stream = texts
      .map(
        ({ x, y, size, text, mono }) =>
          `BT /${mono ? 'F2' : 'F1'} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`,
      )
      .join('\n');
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 ${COURIER} >> >> /Contents ${5 + at * 2} 0 R >>`,
    );
    objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  });
  objects.push(
    `<< ${Object.entries(info)
      .map(([name, value]) => `/${name} (${escaped(value)})`)
      .join(' ')} >>`,
  );
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${offset} 00000 n \n`).join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF`;
  return new Uint8Array(Buffer.from(file, 'latin1'));
}
