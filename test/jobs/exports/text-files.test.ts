import { expect, it } from 'vitest';
import type { RowColumn } from '../../../core/common/rows';
import { csvFile, jsonLines, jsonList } from '../../../core/jobs/exports/text-files';

const columns: readonly RowColumn[] = [{ id: 'n', name: 'N', type: 'number' }];
async function* rows() {
  for (let n = 0; n < 20_000; n += 1000) yield Array.from({ length: 1000 }, (_, at) => [n + at]);
}
async function* none() {}

it('writes rows in large chunks without losing any', async () => {
  const pieces: string[] = [];
  for await (const piece of csvFile(columns, rows())) pieces.push(piece);
  expect(pieces.length).toBeLessThan(10);
  const [head, ...lines] = pieces.join('').trimEnd().split('\r\n');
  expect(head).toBe('\ufeffn');
  expect(lines).toEqual(Array.from({ length: 20_000 }, (_, n) => String(n)));
  const list = [];
  for await (const piece of jsonList(rows())) list.push(piece);
  expect(JSON.parse(list.join(''))).toHaveLength(20_000);
});

it('writes an empty list, and no line, for no rows', async () => {
  const text = async (pieces: AsyncIterable<string>) => {
    let all = '';
    for await (const piece of pieces) all += piece;
    return all;
  };
  expect(await text(jsonList(none()))).toBe('[]\n');
  expect(await text(jsonLines(none()))).toBe('');
});
