import { expect, it } from 'vitest';
import { MemoryImage } from '../../../core/platform/sandbox/memory-image';

const block = 64 * 1024;

it('restores written, cleared and added memory', () => {
  const memory = new Uint8Array(6 * block);
  memory.fill(7, 10, 20);
  memory.fill(8, 2 * block, 4 * block);
  const image = new MemoryImage(memory.buffer);
  const larger = new Uint8Array(8 * block);
  larger.set(memory);
  const expected = larger.slice();
  for (const at of [0, 15, block, 3 * block - 1, 5 * block, 7 * block + 1]) larger[at] = 99;
  larger.fill(0, 2 * block, 3 * block);
  image.restore(larger.buffer);
  expect(Buffer.compare(larger, expected)).toBe(0);
});

it('restores memory that was empty', () => {
  const memory = new Uint8Array(2 * block);
  const image = new MemoryImage(memory.buffer);
  memory.fill(1);
  image.restore(memory.buffer);
  expect(memory.every((byte) => byte === 0)).toBe(true);
});
