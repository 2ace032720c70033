import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { pdf } from '../../plugins/parsers/pdf';
import { fieldRuns } from '../../plugins/parsers/pdf/form-fields';
import { makePdf, type PdfText } from './make-pdf';
import { markdownOf, parseFile } from './parse-file';

const tagged = new Uint8Array(readFileSync(new URL('../fixtures/documents/tagged.pdf', import.meta.url)));

const lines = (texts: readonly string[], { x = 72, y = 600, size = 11 } = {}): PdfText[] =>
  texts.map((text, at) => ({ x, y: y - at * size * 1.25, size, text }));

/** Creates a PDF form with text fields, a choice field, checkboxes and a password field. */
async function makeForm(): Promise<Uint8Array> {
  const doc = new PDFDocument();
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => void chunks.push(chunk));
  doc.font('Helvetica').initForm();
  ['Name:', 'Boat:', 'Newsletter:', 'Visit:', 'Key:'].forEach((label, at) => void doc.text(label, 60, 60 + at * 40));
  doc.formText('name', 160, 55, 240, 20, { value: 'Ada Hill' });
  doc.formCombo('boat', 160, 95, 240, 20, { select: ['Teal', 'Heron'], value: 'Heron' });
  doc.formCheckbox('news', 160, 135, 15, 15, { value: 'Yes' } as never);
  doc.formCheckbox('visit', 160, 175, 15, 15, {} as never);
  doc.formText('key', 160, 215, 240, 20, { value: 'secret', password: true } as never);
  doc.end();
  await once(doc, 'end');
  return new Uint8Array(Buffer.concat(chunks));
}

describe('pdf with tags', () => {
  it('converts headings, lists, tables and links by their tags', async () => {
    const markdown = await markdownOf(pdf, tagged);
    expect(markdown).toContain('# Quarterly report');
    expect(markdown).toContain('## Figures');
    expect(markdown).toContain('See [the harbour page](https://example.org/harbour) for details.');
    expect(markdown).toContain('| Month | Ships | Cargo (t) |\n| --- | --- | --- |\n| January | 12 | 340 |');
    expect(markdown).toContain('- Repair the northern pier\n- Hire two pilots');
    expect(markdown).toContain('1. First\n2. Second');
    expect(markdown).toContain('in at night without any help');
    expect(markdown).toContain('A second page begins here');
  });

  it('reads Hebrew and Arabic lines from right to left, with plain letters', async () => {
    const file = new Uint8Array(readFileSync(new URL('../fixtures/documents/right-to-left.pdf', import.meta.url)));
    const markdown = await markdownOf(pdf, file);
    expect(markdown).toContain('# נמל הדייגים');
    expect(markdown).toContain('בנמל עגנו 37 סירות בחורף שעבר, ושלוש מהן שייכות למשפחת Haddad מן הכפר.');
    expect(markdown).toContain('وصلت السفينة إلى الميناء في الصباح الباكر وعلى متنها 18 بحارا.');
    expect(markdown).toContain('A plain line with 4 numbers.');
  });

  it('returns title and number of pages', async () => {
    const { metadata, warnings } = await parseFile(pdf, tagged);
    expect(metadata).toMatchObject({ title: 'Quarterly report', numPages: 2 });
    expect(warnings).toEqual([]);
  });

  it('reads at most maxPages pages with a warning', async () => {
    const { html, metadata, warnings } = await parseFile(pdf, tagged, { options: { maxPages: 1 } });
    expect(html).not.toContain('second page');
    expect(metadata).toMatchObject({ numPages: 2, pagesRead: 1 });
    expect(warnings).toEqual(["Only 1 of the PDF's 2 pages were read, because of maxPages."]);
  });
});

describe('pdf without tags', () => {
  it('treats larger text as headings and joins lines to paragraphs', async () => {
    const file = makePdf([
      [
        { x: 72, y: 720, size: 22, text: 'The harbour' },
        { x: 72, y: 660, size: 15, text: 'A quiet season' },
        ...lines(
          ['Few ships came in, although the mer-', 'chants had hoped for more of them', 'and waited on the pier.'],
          { y: 630 },
        ),
        ...lines(['A second paragraph stands apart.'], { y: 560 }),
      ],
    ]);
    expect(await markdownOf(pdf, file)).toBe(
      '# The harbour\n\n## A quiet season\n\nFew ships came in, although the merchants had hoped for more of them and waited on the pier.\n\nA second paragraph stands apart.',
    );
  });

  it('finds lists and simple tables', async () => {
    const row = (y: number, cells: readonly string[]): PdfText[] =>
      cells.map((text, at) => ({ x: 72 + at * 150, y, size: 11, text }));
    const file = makePdf([
      [
        ...lines(['• Repair the pier', '• Hire pilots'], { y: 700 }),
        ...lines(['1. First', '2. Second'], { y: 640 }),
        ...row(560, ['Month', 'Ships']),
        ...row(540, ['May', '12']),
        ...row(520, ['June', '9']),
      ],
    ]);
    expect(await markdownOf(pdf, file)).toBe(
      '- Repair the pier\n- Hire pilots\n\n1. First\n2. Second\n\n| Month | Ships |\n| --- | --- |\n| May | 12 |\n| June | 9 |',
    );
  });

  it('fences code with its indentation, and keeps lines of a table of contents separate', async () => {
    const code = lines(['if (a) {', 'b();', '}'], { y: 600, size: 10 }).map((line, at) => ({
      ...line,
      mono: true,
      x: at === 1 ? 84 : 72,
    }));
    const file = makePdf([
      [...lines(['Intro . . . . . . . . . 3', 'More . . . . . . . . . . 12'], { y: 700 }), ...code],
    ]);
    expect(await markdownOf(pdf, file)).toBe('Intro … 3\n\nMore … 12\n\n```\nif (a) {\n  b();\n}\n```');
  });

  it('drops page headers and numbers, and joins sentences across pages', async () => {
    const page = (number: number, text: string): PdfText[] => [
      { x: 72, y: 770, size: 9, text: 'Harbour gazette' },
      { x: 300, y: 30, size: 9, text: `Page ${number}` },
      ...lines([text], { y: 700 }),
    ];
    const markdown = await markdownOf(
      pdf,
      makePdf([page(1, 'The ships were waiting for the'), page(2, 'tide to come in.'), page(3, 'Then they left.')]),
    );
    expect(markdown).not.toMatch(/gazette|Page \d/);
    expect(markdown).toContain('waiting for the tide to come in.');
  });

  it('keeps repeated text, and lines that differ only in digits', async () => {
    const page = (number: number): PdfText[] => [
      { x: 72, y: 770, size: 9, text: 'Harbour gazette' },
      ...lines(['Position | amount', `Position ${number}`, 'Carried forward', `Total ${number * 10}`], { y: 700 }),
      { x: 300, y: 30, size: 9, text: `${number}` },
    ];
    const markdown = await markdownOf(pdf, makePdf([1, 2, 3, 4].map(page)));
    expect(markdown).not.toContain('gazette');
    expect(markdown.match(/Carried forward/g)).toHaveLength(4);
    for (const number of [1, 2, 3, 4])
      expect(markdown).toMatch(new RegExp(`Position ${number}\\b.*Total ${number}0`, 's'));
  });

  it('keeps a first line close to the text, and a document with only one line', async () => {
    const page = lines(['Same first line', 'Same second line', 'Same third line'], { y: 770 });
    const close = await markdownOf(pdf, makePdf([page, page, page]));
    expect(close.match(/Same first line/g)).toHaveLength(3);
    const lone = lines(['Confidential'], { y: 770 });
    expect(await markdownOf(pdf, makePdf([lone, lone, lone]))).toContain('Confidential');
  });

  it('recognizes a page header even close to a heading', async () => {
    const page = (y: number, size: number): PdfText[] => [
      { x: 72, y: 770, size: 9, text: 'Harbour gazette' },
      { x: 72, y, size, text: `Text set at ${y}` },
      ...lines(['of a page'], { y: 600 }),
    ];
    const markdown = await markdownOf(pdf, makePdf([page(740, 10), page(740, 10), page(748, 20), page(740, 10)]));
    expect(markdown).not.toContain('gazette');
    expect(markdown).toContain('Text set at 748');
  });

  it('keeps margin numbers that are not page numbers', async () => {
    const page = (total: number): PdfText[] => [
      ...lines(['Some text'], { y: 700 }),
      { x: 300, y: 40, size: 11, text: `${total}` },
    ];
    const markdown = await markdownOf(pdf, makePdf([310, 287, 954].map(page)));
    for (const total of [310, 287, 954]) expect(markdown).toContain(`${total}`);
  });

  it('reads columns in sequence, whatever their drawing order', async () => {
    const left = ['The ships that came into the', 'harbour had been waiting for', 'days until the wind turned.'];
    const right = ['Nobody on the pier had heard', 'of the cargo they brought or', 'of the merchants aboard.'];
    const across = left.flatMap((text, at) => [
      { x: 72, y: 700 - at * 14, size: 11, text },
      { x: 310, y: 700 - at * 14, size: 11, text: right[at]! },
    ]);
    const expected = [...left, ...right].join(' ').replace('turned. Nobody', 'turned.\n\nNobody');
    expect(await markdownOf(pdf, makePdf([across]))).toBe(expected);
    const byColumn = [...across].sort((a, b) => a.x - b.x || b.y - a.y);
    expect(await markdownOf(pdf, makePdf([byColumn]))).toBe(expected);
  });

  it('keeps a table complete: empty cells, wrapped cells, and rows across pages', async () => {
    const row = (y: number, ...cells: readonly string[]): PdfText[] =>
      cells.flatMap((text, at) => (text === '' ? [] : [{ x: 72 + at * 150, y, size: 10, text }]));
    const first = [
      ...row(130, 'Month', 'Ships', 'Cargo'),
      ...row(110, 'May', '', 'timber, and a'),
      ...row(98, '', '', 'load of rope'),
    ];
    const second = [
      ...row(780, 'Month', 'Ships', 'Cargo'),
      ...row(760, 'June', '9', ''),
      ...row(740, 'July', '4', 'salt'),
    ];
    expect(await markdownOf(pdf, makePdf([first, second]))).toBe(
      '| Month | Ships | Cargo |\n| --- | --- | --- |\n| May |  | timber, and a load of rope |\n| June | 9 |  |\n| July | 4 | salt |',
    );
  });

  it('keeps the numbers of lines that are not a list, with each entry on its own line', async () => {
    const entries = lines(['10. Rope', '20. Lamp', '30. Anchor'], { y: 700 });
    const markdown = await markdownOf(pdf, makePdf([entries]));
    for (const entry of ['10. Rope', '20. Lamp', '30. Anchor']) expect(markdown.replaceAll('\\', '')).toContain(entry);
    const address = lines(['Harbour Office', 'Pier 7', 'Oldtown'], { y: 700 });
    const text = lines(['A long line of running text that tells how wide the page is set.'], { y: 600 });
    expect(await markdownOf(pdf, makePdf([[...address, ...text]]))).toMatch(/^Harbour Office {2}\nPier 7 {2}\nOldtown/);
  });

  it('joins letter-spaced headings, but not the letters of an alphabet', async () => {
    const text = lines(['The harbour was quiet while ships were waiting for cargo and crew.'], { y: 640 });
    const heading = { x: 72, y: 700, size: 20 };
    expect(await markdownOf(pdf, makePdf([[{ ...heading, text: 'H A R B O U R   N O T E S' }, ...text]]))).toContain(
      '# HARBOUR NOTES',
    );
    expect(await markdownOf(pdf, makePdf([[{ ...heading, text: 'A B C D E' }, ...text]]))).toContain('# A B C D E');
    const parts = ['S h i p s', 'a n d', 'b y', '1 2', 'c r e w s'].map((part, at) => ({
      ...heading,
      x: 72 + at * 90,
      text: part,
    }));
    expect(await markdownOf(pdf, makePdf([[...parts.map((part) => ({ ...part, size: 18 })), ...text]]))).toContain(
      'Ships and by 12 crews',
    );
    expect(await markdownOf(pdf, makePdf([[{ ...heading, text: 'R E P O R T   2 0 2 6' }, ...text]]))).toContain(
      '# REPORT 2026',
    );
    expect(await markdownOf(pdf, makePdf([[{ ...heading, text: 'x y z' }, ...text]]))).toContain('# x y z');
  });

  it('shows form values in place, but no passwords', async () => {
    const markdown = await markdownOf(pdf, await makeForm());
    expect(markdown).toMatch(/Name:.*Ada Hill/);
    expect(markdown).toMatch(/Boat:.*Heron/);
    expect(markdown).toMatch(/Newsletter:.*☑/);
    expect(markdown).toMatch(/Visit:.*☐/);
    expect(markdown).not.toContain('secret');
  });

  it('shows the options of a choice field as displayed', () => {
    const options = [
      { exportValue: 't', displayValue: 'Teal' },
      { exportValue: 'h', displayValue: 'Grey heron' },
    ];
    const field = { fieldType: 'Ch', rect: [0, 0, 90, 20], options };
    const at = (x: number, y: number) => ({ x, y });
    const shown = (fieldValue: unknown) => fieldRuns([{ ...field, fieldValue }], at, []).map(({ text }) => text);
    expect(shown(['h', 't'])).toEqual(['Grey heron, Teal']);
    expect(shown('typed by hand')).toEqual(['typed by hand']);
    expect(shown([])).toEqual([]);
  });

  it('returns the author', async () => {
    const { metadata } = await parseFile(pdf, makePdf([lines(['Text'])], { Author: 'Ada Example', Title: 'Notes' }));
    expect(metadata).toEqual({ title: 'Notes', author: 'Ada Example', numPages: 1 });
  });
});

describe('unreadable pdf', () => {
  it('warns when there is no text', async () => {
    const { html, warnings } = await parseFile(pdf, makePdf([[]]));
    expect(html).toBe('');
    expect(warnings).toEqual(['The PDF contains no text: its page is empty or contains only images.']);
  });

  it('warns how many of the pages have no text', async () => {
    const { html, warnings } = await parseFile(pdf, makePdf([lines(['Text']), [], []]));
    expect(html).toBe('<p>Text</p>');
    expect(warnings).toEqual(['2 of the 3 pages read contain no text: they are empty or contain only images.']);
  });

  it('distinguishes an encrypted file from a broken one', async () => {
    const key = `<${'00'.repeat(32)}>`;
    const locked = makePdf(
      [lines(['Text'])],
      {},
      `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O ${key} /U ${key} >> /ID [<00><00>]`,
    );
    await expect(parseFile(pdf, locked)).rejects.toMatchObject({ code: 'SCRAPE_PDF_ENCRYPTED' });
    await expect(parseFile(pdf, '%PDF-1.4 this is not really one')).rejects.toMatchObject({
      code: 'SCRAPE_DOCUMENT_BROKEN',
    });
    await expect(parseFile(pdf, new Uint8Array())).rejects.toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN' });
  });

  it('reads until the timeout and warns how many pages were read', async () => {
    const text = lines(Array.from({ length: 40 }, (_, at) => `Line ${at} of a long page of text`));
    const file = makePdf(Array.from({ length: 3_000 }, () => text));
    // Five times the time for twenty pages is enough for several hundred of the 3,000 pages, even on a busy machine.
    const startedAt = performance.now();
    await parseFile(pdf, file, { options: { maxPages: 20 } });
    const timeoutMs = (performance.now() - startedAt) * 5;
    const { html, metadata, warnings } = await parseFile(pdf, file, { timeoutMs });
    const { numPages, pagesRead } = metadata as { numPages: number; pagesRead: number };
    expect(numPages).toBe(3_000);
    expect(pagesRead).toBeGreaterThan(0);
    expect(pagesRead).toBeLessThan(3_000);
    expect(html.split('Line 39 of').length - 1).toBe(pagesRead);
    expect(warnings.join()).toContain(`Only ${pagesRead} of the PDF's 3000 pages were read in time`);
  });

  it('times out only when no page could be read', async () => {
    const file = makePdf([lines(['Text'])]);
    await expect(parseFile(pdf, file, { timeoutMs: 0 })).rejects.toMatchObject({
      code: 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
      message: expect.stringMatching(/^Insufficient time to process PDF/),
    });
  });

  it('is broken without pages', async () => {
    await expect(parseFile(pdf, makePdf([]))).rejects.toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN' });
  });

  it('stops when the caller aborts', async () => {
    await expect(parseFile(pdf, makePdf([lines(['Text'])]), { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
