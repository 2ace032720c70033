import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { findLanguages, hasNeuralNetwork } from '../../../plugins/parsers/pdf/ocr/language-files';

/** Creates language data with 24 parts. `network` is the offset of the neural network. */
function data(network: bigint): Buffer {
  const file = Buffer.alloc(1000, 0xff);
  file.writeInt32LE(24, 0);
  file.writeBigInt64LE(network, 4 + 17 * 8);
  return file;
}

it('accepts data with a neural network, also gzipped', () => {
  expect(hasNeuralNetwork(data(300n))).toBe(true);
  expect(hasNeuralNetwork(gzipSync(data(300n)))).toBe(true);
});

it.each([
  ['without a network', data(-1n)],
  ['that was cut', data(5000n)],
  ['that is something else', Buffer.from('<!doctype html><title>Sign in</title>'.repeat(20))],
  ['that is too short', Buffer.from('data')],
  ['whose compression is damaged', gzipSync(data(300n)).subarray(0, 30)],
])('refuses data %s', (_, file) => expect(hasNeuralNetwork(file)).toBe(false));

it('finds English without any folder, and reports other languages as missing', async () => {
  const { files, missing } = await findLanguages({ languages: ['eng', 'fra'], folders: ['/nowhere'] });
  expect([[...files.keys()], missing]).toEqual([['eng'], ['fra']]);
});
