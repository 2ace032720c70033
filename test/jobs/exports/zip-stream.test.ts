import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { type ZipFile, zipStream } from '../../../core/jobs/exports/zip-stream';

const at = new Date('2026-11-20T12:00:00.000Z');

it('writes an archive that other programs can read, including names and empty files', async () => {
  const files = [
    { name: '1-häfen.md', content: Buffer.from('ships '.repeat(5000)), at },
    { name: 'folder/empty.md', content: new Uint8Array(), at },
  ];
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-zip-stream-'));
  const pieces: Buffer[] = [];
  for await (const piece of zipStream(
    (async function* () {
      yield* files;
    })(),
  ))
    pieces.push(piece);
  await writeFile(join(folder, 'a.zip'), Buffer.concat(pieces));
  await promisify(execFile)('python3', ['-m', 'zipfile', '-e', join(folder, 'a.zip'), folder]);
  for (const { name, content } of files) expect(await readFile(join(folder, name))).toEqual(Buffer.from(content));
  await rm(folder, { recursive: true });
});

it('reads each file after the previous one is written, and stops when the reader disconnects', async () => {
  let taken = 0;
  let ended = false;
  async function* endless(): AsyncGenerator<ZipFile> {
    try {
      for (;;) yield { name: `${taken++}.bin`, content: Buffer.alloc(100_000, `${Math.random()}`), at };
    } finally {
      ended = true;
    }
  }
  let pieces = 0;
  for await (const _ of zipStream(endless())) if (++pieces === 10) break;
  expect(taken).toBeLessThan(30);
  expect(ended).toBe(true);
});

it('fails with the error of a file', async () => {
  async function* failing(): AsyncGenerator<ZipFile> {
    yield { name: 'a.md', content: Buffer.from('a'), at };
    throw new Error('the disk is gone');
  }
  const read = async () => {
    for await (const _ of zipStream(failing()));
  };
  await expect(read()).rejects.toThrow('the disk is gone');
});
