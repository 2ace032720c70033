import { expect, it } from 'vitest';
import type { RowColumn } from '../../../core/common/rows';
import { openZip } from '../../../core/contract/zip';
import { xlsxFile } from '../../../core/jobs/exports/xlsx-file';

async function partsOf(file: AsyncIterable<Buffer>) {
  const pieces: Buffer[] = [];
  for await (const piece of file) pieces.push(piece);
  const zip = await openZip(Buffer.concat(pieces));
  const text = async (name: string) => (await zip?.text(`xl/${name}.xml`)) ?? '';
  return { sheet: await text('worksheets/sheet1'), styles: await text('styles') };
}

const sheetRows = (...rows: readonly (readonly unknown[])[]) => rows.map((values) => ({ values }));

/** Returns the number cells of a sheet: the position, the value and the number format. */
async function numbersIn(file: AsyncIterable<Buffer>) {
  const { sheet, styles } = await partsOf(file);
  const formats = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  );
  const cells = [...styles.matchAll(/<xf[^>]*?(?:numFmtId="(\d+)"[^>]*)?\/>/g)]
    .slice(1)
    .map(([, id]) => formats.get(id));
  return [...sheet.matchAll(/<c r="(\w+)" s="(\d+)"><v>([^<]*)</g)].map(([, at, style, value]) => [
    ...[at, value, cells[Number(style)]],
  ]);
}

it('writes prices as numbers with the format of their currency', async () => {
  const columns = ['price', 'price currency', 'net', 'left'].map((id) => ({ id, name: id, type: 'number' }) as const);
  async function* rows() {
    yield sheetRows([3.2, 'EUR', 2, 7], [1800, 'JPY', 2.5, 7], [4, 'EUR', 2, undefined]);
  }
  const prices = new Map([
    ['price', { currencyColumn: 'price currency' }],
    ['net', { currency: 'kr' }],
  ]);
  expect(await numbersIn(xlsxFile(columns, rows(), prices))).toEqual([
    ['A2', '3.2', '[$€]#,##0.00##'],
    ['C2', '2', '#,##0.00## [$kr]'],
    ['D2', '7', undefined],
    ['A3', '1800', '[$¥]#,##0'],
    ['C3', '2.5', '#,##0.00## [$kr]'],
    ['D3', '7', undefined],
    ['A4', '4', '[$€]#,##0.00##'],
    ['C4', '2', '#,##0.00## [$kr]'],
  ]);
});

it('writes text as an amount only if the currency of the row is known', async () => {
  const columns = ['price', 'code', 'range'].map((id) => ({ id, name: id, type: 'text' }) as const);
  async function* rows() {
    yield [
      { values: ['3.20', '0042', '€3 – €5'], currencies: { price: 'EUR', range: 'EUR' } },
      { values: ['£1,234.50', '0043', '1.234'], currencies: { price: 'GBP', range: 'EUR' } },
      { values: ['3.20', '0044', ''] },
    ];
  }
  expect(await numbersIn(xlsxFile(columns, rows()))).toEqual([
    ['A2', '3.2', '[$€]#,##0.00##'],
    ['A3', '1234.5', '[$£]#,##0.00##'],
  ]);
});

it('writes texts of a column of numbers as numbers', async () => {
  const columns = [
    { id: 'days', name: 'days', type: 'number', decimal: ',' },
    { id: 'code', name: 'code', type: 'text' },
  ] as const;
  async function* rows() {
    yield sheetRows(['1.234,50', '17'], ['78', '4'], [undefined, '5']);
  }
  expect(await numbersIn(xlsxFile(columns, rows()))).toEqual([
    ['A2', '1234.5', undefined],
    ['A3', '78', undefined],
  ]);
});

it('truncates a text that exceeds a cell, with a note', async () => {
  const columns: readonly RowColumn[] = [{ id: 'text', name: 'Text', type: 'text' }];
  async function* rows() {
    yield sheetRows(['a'.repeat(32_767)]);
    yield sheetRows(['b'.repeat(32_768)]);
  }
  const { sheet } = await partsOf(xlsxFile(columns, rows()));
  const [whole, cut] = [...sheet.matchAll(/<t xml:space="preserve">([ab][^<]*)<\/t>/g)].map((match) => match[1] ?? '');
  expect([whole, cut?.length, cut?.endsWith('b … [cut]')]).toEqual(['a'.repeat(32_767), 32_767, true]);
});

it('fits columns to their names and first values', async () => {
  const columns = ['id', 'title', 'link'].map((id) => ({ id, name: id, type: 'text' }) as const);
  async function* rows() {
    yield sheetRows([1, 'Amber Lantern seeds', 'x'.repeat(200)]);
  }
  async function* none() {}
  const widthsOf = async (file: AsyncIterable<Buffer>) =>
    [...(await partsOf(file)).sheet.matchAll(/<col min="(\d)" max="\1" width="(\d+)" customWidth="1"\/>/g)].map(
      (match) => Number(match[2]),
    );
  expect(await widthsOf(xlsxFile(columns, rows()))).toEqual([8, 21, 60]);
  expect(await widthsOf(xlsxFile(columns, none()))).toEqual([8, 8, 8]);
});
