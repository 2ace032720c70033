import { describe, expect, it } from 'vitest';
import { openZip } from '../../core/contract/zip';
import docx from '../../plugins/parsers/docx';
import xlsx from '../../plugins/parsers/xlsx';
import { makeDocx, makeXlsx } from './make-office';
import { makeZip } from './make-zip';
import { markdownOf, parseFile } from './parse-file';

describe('docx', () => {
  it('gives headings, paragraphs and tables, with title and author', async () => {
    expect(await markdownOf(docx, makeDocx())).toBe(
      '# Report\n\nThe harbour was quiet.\n\n| Month | Ships |\n| --- | --- |\n| May | 12 |',
    );
    expect((await parseFile(docx, makeDocx())).metadata).toEqual({ title: 'Harbour & town', author: 'Ada Example' });
  });

  it('says so when the file is broken', async () => {
    await expect(parseFile(docx, 'no zip archive at all')).rejects.toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN' });
    await expect(parseFile(docx, makeDocx().slice(0, 900))).rejects.toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN' });
    await expect(parseFile(docx, makeZip({ 'other.txt': 'x' }))).rejects.toMatchObject({
      code: 'SCRAPE_DOCUMENT_BROKEN',
    });
  });
});

describe('xlsx', () => {
  it('gives every sheet as a heading and a table', async () => {
    const file = makeXlsx({
      Ships: [
        ['Month', 'Count'],
        ['May', 12],
        ['June', 9.5],
      ],
      Empty: [],
      Cargo: [['Tons'], ['a|b']],
    });
    expect(await markdownOf(xlsx, file)).toBe(
      '## Ships\n\n| Month | Count |\n| --- | --- |\n| May | 12 |\n| June | 9.5 |\n\n## Empty\n\n## Cargo\n\n| Tons |\n| --- |\n| a\\|b |',
    );
  });

  it('cuts huge sheets and says how much is missing', async () => {
    const rows = Array.from({ length: 26_000 }, () => Array.from({ length: 20 }, () => 1));
    const { warnings } = await parseFile(xlsx, makeXlsx({ Big: rows }));
    expect(warnings.join()).toContain('1000 rows are missing');
  });
});

describe('zip bombs', () => {
  it('are refused by what they state', async () => {
    const bomb = makeZip({ 'word/document.xml': 'x' }, 300_000_000);
    await expect(parseFile(docx, bomb)).rejects.toMatchObject({ code: 'SCRAPE_TOO_LARGE' });
    await expect(parseFile(xlsx, bomb)).rejects.toMatchObject({ code: 'SCRAPE_TOO_LARGE' });
  });

  it('are found out by what they really unpack to when they lie', async () => {
    const bomb = makeZip({ 'a.xml': 'small', 'xl/workbook.xml': new Uint8Array(3_000_000) }, 100);
    expect(await openZip(bomb)?.unpacksWithin(2_000_000)).toBe(false);
    expect(await openZip(bomb)?.unpacksWithin(4_000_000)).toBe(true);
  });
});
