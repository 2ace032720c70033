import { expect, it } from 'vitest';
import type { Grey } from '../../../plugins/parsers/pdf/ocr/grey';
import { isGood, readImage, trust } from '../../../plugins/parsers/pdf/ocr/read-image';
import type { Recognition } from '../../../plugins/parsers/pdf/ocr/recognizer';

const result = (confidence: number, text = 'orchard', height = 30): Recognition => ({
  confidence,
  radians: 0,
  lines:
    text === ''
      ? []
      : [{ baseline: 40, height, isVertical: false, words: [{ text, confidence, left: 10, right: 90 }] }],
});

/** A page whose lines slope downwards by 3°. */
const slanted: Grey = (() => {
  const [width, height] = [600, 400];
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const level = Math.round(y - x * Math.tan((3 * Math.PI) / 180)) + 90;
    return level % 30 < 9 && (x + Math.floor(level / 30) * 13) % 24 < 17 ? 20 : 255;
  });
  return { width, height, pixels };
})();

const strip = expect.stringMatching(/^600x1[0-4]\d$/);

/** Reads an image with predefined recognition results. Returns the best result, and the size and angle of each pass. */
async function run(results: readonly Recognition[], pixels: Grey | undefined = slanted) {
  const passes: { size: string; degrees: number | undefined }[] = [];
  const best = await readImage(
    { file: Buffer.from('P5 600 400 255\n'), pixels: async () => pixels },
    async (file, radians) => {
      const [, width, height] = Buffer.from(file.subarray(0, 20)).toString('latin1').split(/\s/);
      const degrees = radians === undefined ? undefined : Math.round((radians * 180) / Math.PI);
      passes.push({ size: `${width}x${height}`, degrees });
      return { ...result(0, ''), ...results[passes.length - 1], radians: radians ?? 0 };
    },
  );
  return { best, passes };
}

it('accepts a confident first result', async () => {
  const { best, passes } = await run([result(95)]);
  expect([best.confidence, passes.length]).toEqual([95, 1]);
});

it('levels the lines, and has their angle measured again when the confidence is low', async () => {
  const { best, passes } = await run([result(80), result(96)]);
  expect(passes).toEqual([
    { size: '600x400', degrees: -3 },
    { size: '600x400', degrees: undefined },
  ]);
  expect(best).toMatchObject({ confidence: 96, size: { width: 600, height: 400 } });
});

it('removes specks when another angle does not help', async () => {
  const { best, passes } = await run([result(72), result(71), result(88)]);
  expect(passes.map(({ degrees }) => degrees)).toEqual([-3, undefined, -3]);
  expect(best.confidence).toBe(88);
});

it('enlarges small letters instead of removing specks', async () => {
  const { best, passes } = await run([result(75, 'orchard', 12), result(70, 'orchard', 12), result(93, 'orchard', 24)]);
  expect(passes[2]?.size).toBe('1200x800');
  expect(best.lines[0]).toMatchObject({ baseline: 20, height: 12, words: [{ left: 5, right: 45 }] });
});

it('turns a page whose lines are distinct only on its side, by a strip of it', async () => {
  const sideways = { ...slanted, width: slanted.height, height: slanted.width, pixels: columnsOf(slanted) };
  const { best, passes } = await run([result(30, 'x'), result(94), result(95)], sideways);
  expect(passes.map(({ size }) => size)).toEqual([strip, strip, '600x400']);
  expect(best).toMatchObject({ confidence: 95, size: { width: 600, height: 400 } });
});

it('turns a page upside down when that is read with confidence', async () => {
  const { best, passes } = await run([result(35, 'x'), result(94), result(95)]);
  expect(passes.map(({ size }) => size)).toEqual(['600x400', strip, '600x400']);
  expect(passes[2]?.degrees).toBe(-3);
  expect(best.confidence).toBe(95);
});

it('narrows the letters of a page with much text at first, and returns their full width', async () => {
  const [width, height] = [1600, 1200];
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return y % 24 < 12 && x % 8 < 4 ? 20 : 255;
  });
  const { best, passes } = await run([result(95)], { width, height, pixels });
  expect(passes).toEqual([{ size: '1152x1200', degrees: 0 }]);
  expect(best.lines[0]).toMatchObject({ baseline: 40, height: 30 });
  expect(best.lines[0]!.words[0]).toMatchObject({ left: expect.closeTo(10 / 0.72), right: expect.closeTo(90 / 0.72) });
  expect(best.size).toMatchObject({ width, height });
});

it('recognizes nothing in a blank image', async () => {
  const { best, passes } = await run([], { width: 300, height: 300, pixels: new Uint8Array(90_000).fill(250) });
  expect([best.lines, passes]).toEqual([[], []]);
});

const columnsOf = ({ width, height, pixels }: Grey) =>
  Uint8Array.from({ length: width * height }, (_, at) => pixels[(at % height) * width + Math.floor(at / height)]!);

it('keeps the first result when no other is better, or the pixels are unknown', async () => {
  const { best } = await run([result(80, 'a longer text'), result(85, 'short'), result(85, 'short')]);
  expect(best.confidence).toBe(80);
  expect((await run([result(50)], undefined)).best.confidence).toBe(50);
});

it('trusts much text of some confidence more than little text of high confidence', () => {
  expect(trust(result(80, 'the whole sentence'))).toBeGreaterThan(trust(result(99, 'the')));
  expect(trust(result(38, 'garbage of a turned page'))).toBe(0);
});

it('calls a result without text not good, however confident', () => {
  expect(isGood(result(95, ''))).toBe(false);
  expect(isGood(result(95))).toBe(true);
});
