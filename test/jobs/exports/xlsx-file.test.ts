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

it('writes prices as numbers with the format of their currency', async () => {
  const columns = ['price', 'price currency', 'net', 'left'].map((id) => ({ id, name: id, type: 'number' }) as const);
  async function* rows() {
    yield [
      [3.2, 'EUR', 2, 7],
      [1800, 'JPY', 2.5, 7],
      [4, 'EUR', 2, undefined],
    ];
  }
  const prices = new Map([
    ['price', { currencyColumn: 'price currency' }],
    ['net', { currency: 'kr' }],
  ]);
  const { sheet, styles } = await partsOf(xlsxFile(columns, rows(), prices));
  const formats = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  );
  const cells = [...styles.matchAll(/<xf[^>]*?(?:numFmtId="(\d+)"[^>]*)?\/>/g)]
    .slice(1)
    .map(([, id]) => formats.get(id));
  const shown = [...sheet.matchAll(/<c r="(\w+)" s="(\d+)"><v>([^<]*)</g)].map(([, at, style, value]) => [
    ...[at, value, cells[Number(style)]],
  ]);
  expect(shown).toEqual([
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

it('truncates a text that exceeds a cell, with a note', async () => {
  const columns: readonly RowColumn[] = [{ id: 'text', name: 'Text', type: 'text' }];
  async function* rows() {
    yield [['a'.repeat(32_767)]];
    yield [['b'.repeat(32_768)]];
  }
  const { sheet } = await partsOf(xlsxFile(columns, rows()));
  const [whole, cut] = [...sheet.matchAll(/<t xml:space="preserve">([ab][^<]*)<\/t>/g)].map((match) => match[1] ?? '');
  expect([whole, cut?.length, cut?.endsWith('b … [cut]')]).toEqual(['a'.repeat(32_767), 32_767, true]);
});

it('fits columns to their names and first values', async () => {
  const columns = ['id', 'title', 'link'].map((id) => ({ id, name: id, type: 'text' }) as const);
  async function* rows() {
    yield [[1, 'Amber Lantern seeds', 'x'.repeat(200)]];
  }
  async function* none() {}
  const widthsOf = async (file: AsyncIterable<Buffer>) =>
    [...(await partsOf(file)).sheet.matchAll(/<col min="(\d)" max="\1" width="(\d+)" customWidth="1"\/>/g)].map(
      (match) => Number(match[2]),
    );
  expect(await widthsOf(xlsxFile(columns, rows()))).toEqual([8, 21, 60]);
  expect(await widthsOf(xlsxFile(columns, none()))).toEqual([8, 8, 8]);
});
