import { expect, it } from 'vitest';
import type { RowColumn } from '../../../core/common/rows';
import { openZip } from '../../../core/contract/zip';
import { xlsxFile } from '../../../core/jobs/exports/xlsx-file';

it('truncates a text that exceeds a cell, with a note', async () => {
  const columns: readonly RowColumn[] = [{ id: 'text', name: 'Text', type: 'text' }];
  async function* rows() {
    yield [['a'.repeat(32_767)]];
    yield [['b'.repeat(32_768)]];
  }
  const pieces: Buffer[] = [];
  for await (const piece of xlsxFile(columns, rows())) pieces.push(piece);
  const sheet = (await openZip(Buffer.concat(pieces))?.text('xl/worksheets/sheet1.xml')) ?? '';
  const [whole, cut] = [...sheet.matchAll(/<t xml:space="preserve">([ab][^<]*)<\/t>/g)].map((match) => match[1] ?? '');
  expect([whole, cut?.length, cut?.endsWith('b … [cut]')]).toEqual(['a'.repeat(32_767), 32_767, true]);
});
