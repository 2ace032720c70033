import { utils, type WorkBook, write } from '@e965/xlsx';
import { expect, it } from 'vitest';
import xls from '../../plugins/parsers/xls';
import { markdownOf, parseFile } from './parse-file';

const bytesOf = (book: WorkBook, bookType: 'biff8' | 'biff5' = 'biff8'): Uint8Array =>
  new Uint8Array(write(book, { type: 'array', bookType }) as ArrayBuffer);

const ships = () => {
  const sheet = utils.aoa_to_sheet([
    ['Month', 'Ships', 'Fee'],
    ['Mai – ü', 12, 1204.5],
    ['June', 9, ''],
  ]);
  sheet.C2!.z = '#,##0.00';
  return sheet;
};

it('reads visible sheets with values as Excel shows them', async () => {
  const book = utils.book_new(ships(), 'Ships');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['secret']]), 'Drafts');
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  book.Props = { Title: 'Harbour', Author: 'Ada' };
  const bytes = bytesOf(book);
  expect(await markdownOf(xls, bytes)).toBe(
    '## Ships\n\n| Month | Ships | Fee |\n| --- | --- | --- |\n| Mai – ü | 12 | 1,204.50 |\n| June | 9 |  |',
  );
  const { metadata, warnings } = await parseFile(xls, bytes);
  expect(metadata).toMatchObject({ title: 'Harbour', author: 'Ada' });
  expect(warnings).toEqual(['Hidden sheets were skipped: Drafts.']);
});

it('reads files of Excel 95 and merged cells', async () => {
  expect(await markdownOf(xls, bytesOf(utils.book_new(ships(), 'Ships'), 'biff5'))).toContain('| June | 9 |');
  const sheet = utils.aoa_to_sheet([
    ['Year', 'a'],
    ['2025', 'b'],
    [undefined, 'c'],
  ]);
  sheet['!merges'] = [utils.decode_range('A2:A3')];
  const { html } = await parseFile(xls, bytesOf(utils.book_new(sheet, 'S')));
  expect(html).toContain('<tr><td rowspan="2">2025</td><td>b</td></tr>\n<tr><td>c</td></tr>');
});

it('rejects a damaged file with SCRAPE_DOCUMENT_BROKEN', async () => {
  const bytes = bytesOf(utils.book_new(ships(), 'Ships')).slice(0, 700);
  await expect(parseFile(xls, bytes)).rejects.toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN' });
});
