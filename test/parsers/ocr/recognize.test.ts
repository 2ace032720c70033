import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { RecognitionProgress } from '../../../core/common/model';
import { pdf } from '../../../plugins/parsers/pdf';
import { image } from '../../../plugins/parsers/pdf/image';
import { endOcr } from '../../../plugins/parsers/pdf/ocr/session';
import { makePdf } from '../make-pdf';
import { markdownOf, type ParseSettings, parseFile } from '../parse-file';
import { layer, makeScan } from './make-scan';

const fixture = (name: string) => new Uint8Array(readFileSync(`test/fixtures/ocr/${name}`));
const ferry =
  'The ferry leaves the northern pier at 6:40 every morning, and it returns shortly after noon. Passengers who carry bicycles should arrive twenty minutes early, because the ramp is narrow and the crew loads one row at a time.';
const clocks =
  'Our workshop repairs clocks made between 1850 and 1970. A careful cleaning costs 95 euros, a new mainspring 42, and we answer every letter within three days.';

afterAll(endOcr);

describe('an image', () => {
  it('becomes text with headings and a confidence', async () => {
    const { html, metadata, warnings } = await parseFile(image, fixture('letter.png'));
    expect(html).toBe(`<h1>Ferry times</h1>\n<p>${ferry}</p>`);
    expect(metadata).toEqual({ ocrPages: '1', ocrConfidence: expect.closeTo(0.95, 1) });
    expect(warnings).toEqual([]);
  });

  it.each([
    ['turned on its side', 'turned.jpg', ferry],
    ['full of specks', 'specks.jpg', clocks],
    ['tilted', 'tilted.webp', clocks],
  ])('is read when %s', async (_, name, text) => expect(await markdownOf(image, fixture(name))).toBe(text));

  it('is read column by column', async () => {
    const text = `${ferry} ${clocks.slice(0, clocks.indexOf('A careful') - 1)}`;
    const markdown = await markdownOf(image, fixture('columns.png'));
    expect(markdown.replaceAll('\n\n', ' ')).toBe(text);
  });

  it('with a table becomes a table', async () => {
    const markdown = await markdownOf(image, fixture('table.png'));
    expect(markdown.split('\n')[0]).toBe('| Article | Colour | Weight | Price |');
    expect(markdown).toContain('| Parasol stand | grey | 18.0 kg | 27.50 |');
  });

  it('that is damaged is refused, and the next one is read', async () => {
    const cut = fixture('letter.png').slice(0, 400);
    await expect(parseFile(image, cut)).rejects.toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN' });
    expect((await parseFile(image, fixture('letter.png'))).html).toContain('Ferry times');
  });

  it.each([
    ['cut off', 24],
    ['of an unknown depth', 7],
  ])('is refused when its bitmap is %s', async (_, bits) => {
    const file = Buffer.alloc(200);
    file.write('BM');
    for (const [at, value] of [
      [10, 54],
      [14, 40],
      [18, 100],
      [22, 100],
    ] as const)
      file.writeUInt32LE(value, at);
    file.writeUInt16LE(bits, 28);
    await expect(parseFile(image, file)).rejects.toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN' });
  });

  it('is refused without recognition when it is too large', async () => {
    const huge = fixture('letter.png');
    for (const at of [16, 20]) new DataView(huge.buffer).setUint32(at, 6000);
    await expect(parseFile(image, huge)).rejects.toMatchObject({ code: 'SCRAPE_TOO_LARGE' });
  });

  it('reports a language without data and is read in English; reports damaged data', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gleaner-test-'));
    const ocr = { languages: ['fra'], folders: [folder] };
    const { html, warnings } = await parseFile(image, fixture('letter.png'), { ocr });
    expect(html).toContain('Ferry times');
    expect(warnings[0]).toContain('"fra"');
    await writeFile(join(folder, 'fra.traineddata'), 'damaged');
    await expect(parseFile(image, fixture('letter.png'), { ocr })).rejects.toMatchObject({
      code: 'UNKNOWN_ERROR',
      message: expect.stringContaining('check the recognition data for fra'),
    });
    await rm(folder, { recursive: true });
  });
});

const parseScans = async (settings: ParseSettings) => parseFile(pdf, await makeScan(), settings);

describe('a scanned pdf', () => {
  it('is recognized only where it has no text layer', async () => {
    const { html, metadata, warnings, blocks } = await parseScans({ options: { mode: 'auto', blocks: true } });
    expect(html).toContain(`<h1>Ferry times</h1>\n<p>${ferry}</p>`);
    expect(html).toContain(layer);
    expect(metadata).toMatchObject({ numPages: 3, ocrPages: '1' });
    expect(warnings).toEqual(['1 of the 3 pages read contain no text: they are empty or contain only images.']);
    const [heading] = blocks?.[0]?.items ?? [];
    expect(heading).toMatchObject({ type: 'heading', confidence: expect.closeTo(0.95, 1) });
    const [left, top, right, bottom] = heading!.bbox;
    expect(left > 20 && right < 320 && top > 20 && bottom < 110).toBe(true);
    expect(blocks?.[1]?.items[0]).not.toHaveProperty('confidence');
  });

  it('is recognized on all pages in mode `ocr`, and reports its progress', async () => {
    const reports: RecognitionProgress[] = [];
    const onRecognition = (progress: RecognitionProgress) => void reports.push(progress);
    const { html, metadata } = await parseScans({ options: { mode: 'ocr' }, onRecognition });
    expect(metadata.ocrPages).toBe('1-2');
    expect(reports).toEqual([0, 1, 2].map((done) => ({ done, total: 3 })));
    expect(html).toContain(layer);
  });

  it('keeps only its text layer in mode `fast`', async () => {
    const { html, metadata, warnings } = await parseScans({ options: { mode: 'fast' } });
    expect(html).toBe(`<p>${layer}</p>`);
    expect(metadata).not.toHaveProperty('ocrPages');
    expect(warnings[0]).toContain('To recognize text in images, use the mode `auto`.');
  });

  it('is recognized up to maxPages', async () => {
    const { metadata } = await parseScans({ options: { mode: 'ocr', maxPages: 1 } });
    expect(metadata).toMatchObject({ pagesRead: 1, ocrPages: '1' });
  });

  it('keeps its text layer if it cannot be rendered', async () => {
    const page = [{ x: 50, y: 700, size: 12, text: layer }];
    const file = Uint8Array.from(Buffer.concat([Buffer.alloc(2000, '\n'), makePdf([page, page, page])]));
    const { html, warnings } = await parseFile(pdf, file, { options: { mode: 'ocr' } });
    expect(html).toContain(layer);
    expect(warnings).toEqual([expect.stringMatching(/^The text of pages 1-3 could not be recognized \(/)]);
  });

  it('names the pages for which the time was too short', async () => {
    const { html, warnings } = await parseScans({ options: { mode: 'auto' }, timeoutMs: 420 });
    expect(html).toBe(`<p>${layer}</p>`);
    expect(warnings[0]).toMatch(/^1 of the 3|^Text recognition for page 1 timed out; increase `timeout` by \d+ s/);
  });
});
