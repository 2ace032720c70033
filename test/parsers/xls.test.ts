import { CFB, utils, type WorkBook, write } from '@e965/xlsx';
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

const record = (type: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, body]);
};

/** Returns a BIFF8 file in which each text cell of column B is the result of a `HYPERLINK` formula. */
function withLinkFormulas(book: WorkBook, argumentsOf: (text: string) => readonly string[]): Uint8Array {
  const file = CFB.read(Buffer.from(bytesOf(book)), { type: 'buffer' });
  const entry = CFB.find(file, 'Workbook')!;
  const stream = Buffer.from(entry.content as Uint8Array);
  const written: Buffer[] = [];
  for (let at = 0; at + 4 <= stream.length; ) {
    const [type, end] = [stream.readUInt16LE(at), at + 4 + stream.readUInt16LE(at + 2)];
    const cell = stream.subarray(at + 4, end);
    if (type === 0x204 && cell.readUInt16LE(2) === 1) {
      const text = cell.subarray(9).toString(cell[8] === 0 ? 'latin1' : 'utf16le');
      const strings = argumentsOf(text).map((one) => Buffer.from([0x17, one.length, 0, ...Buffer.from(one)]));
      const tokens = Buffer.concat([...strings, Buffer.from([0x42, strings.length, 0x67, 0x01])]);
      const isString = [0, 0, 0, 0, 0, 0, 0xff, 0xff];
      written.push(record(6, cell.subarray(0, 6), isString, [0, 0, 0, 0, 0, 0, tokens.length, 0], tokens));
      written.push(record(0x207, [text.length, 0, 0], Buffer.from(text)));
    } else written.push(stream.subarray(at, end));
    at = end;
  }
  entry.content = Buffer.concat(written);
  entry.size = entry.content.length;
  return new Uint8Array(CFB.write(file, { type: 'buffer' }) as Buffer);
}

it('reads links of formulas', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Ship', 'Page'],
    ['Heron', 'Open'],
    ['Gull', 'https://site.test/gull'],
    ['Tern', 'mail'],
  ]);
  const bytes = withLinkFormulas(utils.book_new(sheet, 'Ships'), (text) =>
    text === 'Open' ? ['https://site.test/heron?a=1', text] : [text === 'mail' ? 'ships.xls' : text],
  );
  expect(await markdownOf(xls, bytes)).toBe(
    '## Ships\n\n| Ship | Page |\n| --- | --- |\n| Heron | [Open](https://site.test/heron?a=1) |\n| Gull | [https://site.test/gull](https://site.test/gull) |\n| Tern | mail |',
  );
});

it('rejects a damaged file with SCRAPE_DOCUMENT_BROKEN', async () => {
  const bytes = bytesOf(utils.book_new(ships(), 'Ships')).slice(0, 700);
  await expect(parseFile(xls, bytes)).rejects.toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN' });
});
