import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { joinPngs } from '../../../../core/net/engines/browser/join-pngs';

const chunk = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** Creates an image two pixels wide. `rows` contains filtered rows of RGB values. */
function png(rows: readonly (readonly number[])[], colours = 2): Buffer {
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, rows.length, 8, colours, 0, 0, 0]);
  const data = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([
    Buffer.alloc(8),
    chunk('IHDR', header),
    chunk('IDAT', data.subarray(0, 5)),
    chunk('IDAT', data.subarray(5)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function join(...pieces: readonly Buffer[]) {
  const joined = (await joinPngs(pieces)) ?? Buffer.alloc(0);
  const length = joined.readUInt32BE(33);
  return { height: joined.readUInt32BE(20), rows: [...inflateSync(joined.subarray(41, 41 + length))] };
}

describe('joined screenshots', () => {
  it.each([
    ['none', [0, 9, 8, 7, 6, 5, 4], [0, 9, 8, 7, 6, 5, 4]],
    ['sub', [1, 9, 8, 7, 1, 1, 1], [1, 9, 8, 7, 1, 1, 1]],
    ['up', [2, 9, 8, 7, 6, 5, 4], [0, 9, 8, 7, 6, 5, 4]],
    ['average', [3, 200, 8, 7, 200, 5, 4], [0, 200, 8, 7, 44, 9, 7]],
    ['paeth', [4, 9, 8, 7, 1, 1, 1], [1, 9, 8, 7, 1, 1, 1]],
  ])('keep their colours when the first row of the next one has the filter %s', async (_, row, expected) => {
    const above = [0, 1, 2, 3, 4, 5, 6];
    expect(await join(png([above]), png([row, [2, 0, 0, 0, 0, 0, 0]]))).toEqual({
      height: 3,
      rows: [...above, ...expected, 2, 0, 0, 0, 0, 0, 0],
    });
  });

  it('require equal formats', async () => {
    expect(await joinPngs([png([[0, 1, 2, 3, 4, 5, 6]]), png([[0, 1, 2, 3, 4, 5, 6, 7, 8]], 6)])).toBeUndefined();
    expect(await joinPngs([png([[0, 1, 2]], 3)])).toBeUndefined();
  });
});
