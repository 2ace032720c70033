import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import pdf from '../../plugins/parsers/pdf';
import { makePdf, type PdfText } from './make-pdf';
import { markdownOf, parseFile } from './parse-file';

const tagged = new Uint8Array(readFileSync(new URL('../fixtures/documents/tagged.pdf', import.meta.url)));

const lines = (texts: readonly string[], { x = 72, y = 600, size = 11 } = {}): PdfText[] =>
  texts.map((text, at) => ({ x, y: y - at * size * 1.25, size, text }));

describe('pdf with tags', () => {
  it('gives back headings, lists, tables and links as the file describes them', async () => {
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

  it('states title and number of pages', async () => {
    const { metadata, warnings } = await parseFile(pdf, tagged);
    expect(metadata).toMatchObject({ title: 'Quarterly report', numPages: 2 });
    expect(warnings).toEqual([]);
  });

  it('reads no more than maxPages pages and says so', async () => {
    const { html, metadata, warnings } = await parseFile(pdf, tagged, { options: { maxPages: 1 } });
    expect(html).not.toContain('second page');
    expect(metadata.numPages).toBe(1);
    expect(warnings.join()).toContain('Only 1 of');
  });
});

describe('pdf without tags', () => {
  it('takes larger text for headings and joins lines to paragraphs', async () => {
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

  it('fences program text with its indents, and keeps the lines of a table of contents apart', async () => {
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

  it('drops running heads and page numbers, and lets a sentence run on over the page', async () => {
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

  it('states the author', async () => {
    const { metadata } = await parseFile(pdf, makePdf([lines(['Text'])], { Author: 'Ada Example', Title: 'Notes' }));
    expect(metadata).toEqual({ title: 'Notes', author: 'Ada Example', numPages: 1 });
  });
});

describe('pdf that cannot be read', () => {
  it('warns when there is no text layer', async () => {
    const { html, warnings } = await parseFile(pdf, makePdf([[]]));
    expect(html).toBe('');
    expect(warnings.join()).toContain('no text layer');
  });

  it('tells an encrypted file from a broken one', async () => {
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

  it('refuses more pages than the time allows and names the time it needs', async () => {
    const file = makePdf(Array.from({ length: 20 }, () => lines(['Text'])));
    await expect(parseFile(pdf, file, { timeoutMs: 2_999 })).rejects.toMatchObject({
      code: 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
      message: expect.stringContaining('8000 ms'),
    });
    await expect(parseFile(pdf, file, { timeoutMs: 3_000 })).resolves.toBeDefined();
    await expect(parseFile(pdf, file, { timeoutMs: 2_999, options: { maxPages: 5 } })).resolves.toBeDefined();
  });

  it('stops when the caller is gone', async () => {
    await expect(parseFile(pdf, makePdf([lines(['Text'])]), { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
