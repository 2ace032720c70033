import { describe, expect, it } from 'vitest';
import { inLogicalOrder } from '../../plugins/parsers/pdf/bidi';
import { linesOf } from '../../plugins/parsers/pdf/lines';
import type { Run } from '../../plugins/parsers/pdf/page-text';

const SIZE = 10;

/** Returns the text of a line whose pieces are displayed from left to right. `_` is a gap without a text run. */
function lineOf(...pieces: readonly string[]): string | undefined {
  let x = 50;
  const runs: Run[] = [];
  for (const [order, text] of pieces.entries()) {
    const width = text === '_' ? 4 : text.length * 5;
    const rtl = /[\u0590-\u065f\u066e-\u06ef\u0700-\u08ff]/.test(text);
    const place = { x, y: 100, width, size: SIZE, order, turned: false };
    if (text !== '_')
      runs.push({ ...place, text, rtl, mono: false, artifact: false, mark: undefined, href: undefined });
    x += width;
  }
  return linesOf(runs, 1)[0]?.text;
}

describe('right-to-left lines of a pdf', () => {
  it('keep numbers and Latin words in place', () => {
    expect(lineOf('ליד הנחל', '_', '1998', '_', 'נוסד בשנת')).toBe('נוסד בשנת 1998 ליד הנחל');
    expect(lineOf('הוא', '_', 'Heron', '_', 'UK', '_', '5', '_', 'אופני')).toBe('אופני Heron UK 5 הוא');
    expect(lineOf('שקל', '_', '1234567', '_', '03', '_', 'טלפון')).toBe('טלפון 03 1234567 שקל');
    expect(lineOf('נקודה', '_', '1234567 03', '_', 'טלפון')).toBe('טלפון 03 1234567 נקודה');
    expect(lineOf('בבוקר', '_', '10:30-12:45', '_', 'שעה')).toBe('שעה 10:30-12:45 בבוקר');
    expect(lineOf('לשנה', '_', '12', '–', '10', '_', 'מחיר')).toBe('מחיר 10–12 לשנה');
    expect(lineOf('متر', '_', '١٢٫٥', '_', 'و', '_', '٢٠٢٦/٣', '_', 'في')).toBe('في ٢٠٢٦/٣ و ١٢٫٥ متر');
    expect(lineOf('.Heron', '_', 'רוכבים על')).toBe('רוכבים על Heron.');
    expect(lineOf('לכולם', '_', 'info@example.org', '_', 'המייל')).toBe('המייל info@example.org לכולם');
    expect(lineOf('בבית', '_', '(', '14.2', '_', 'גרסה', ')', '_', 'macOS', '_', 'Sonoma', '_', 'על')).toBe(
      'על macOS Sonoma (גרסה 14.2) בבית',
    );
    expect(lineOf('הנחל', '_', '(', 'Windows', '_', '11', ')', '_', 'גרסה')).toBe('גרסה (Windows 11) הנחל');
  });

  it('get plain brackets, whichever form the file stores', () => {
    const text = 'בשנת 1998 (לפי הארכיון) ליד הנחל';
    expect(lineOf('ליד הנחל', '_', '(', 'לפי הארכיון', ')', '_', '1998', '_', 'בשנת')).toBe(text);
    expect(lineOf('ליד הנחל', '_', ')', 'לפי הארכיון', '(', '_', '1998', '_', 'בשנת')).toBe(text);
    expect(lineOf(')לפי הארכיון( ליד הנחל', '_', '1998', '_', 'בשנת')).toBe(text);
    expect(lineOf('הנחל', '_', '(1998)', '_', 'נוסד')).toBe('נוסד (1998) הנחל');
    expect(lineOf('הנחל', '_', '(', '1998', '_', 'נוסד בשנת', ')', '_', 'ליד')).toBe('ליד (נוסד בשנת 1998) הנחל');
    expect(lineOf('هنا', '_', '«', 'النهر', '»', '_', 'قرب')).toBe('قرب «النهر» هنا');
    expect(lineOf('ראשון', '_', '(', 'א')).toBe('א) ראשון');
  });

  it('keep right-to-left words in order inside a left-to-right line', () => {
    expect(lineOf('The club called', '_', 'הנחל', '_', '12', '_', 'מועדון', '_', 'is old and large')).toBe(
      'The club called מועדון 12 הנחל is old and large',
    );
    expect(lineOf('The fee in the year', '_', 'אגורות', '_', '12', '_', 'is low')).toBe(
      'The fee in the year אגורות 12 is low',
    );
  });
});

it('orders a line of 100,000 runs in linear time', () => {
  const run = (text: string, at: number, rtl = false) => ({
    text,
    x: 2 * at,
    y: 0,
    width: 1,
    size: 10,
    order: at,
    mono: false,
    rtl,
    turned: false,
    artifact: false,
    mark: undefined,
    href: undefined,
  });
  const numbers = Array.from({ length: 100_000 }, (_, at) => run('7', at + 1));
  const lines = [
    Array.from({ length: 100_000 }, (_, at) => run('-', at)),
    [run('א', 0, true), ...numbers, run('ב', 100_001, true)],
    [run(`א${'('.repeat(100_000)}ב`, 0, true)],
  ];
  const before = process.threadCpuUsage();
  for (const line of lines) for (const isRight of [true, false]) inLogicalOrder(line, isRight);
  expect(process.threadCpuUsage(before).user / 1e6).toBeLessThan(5);
});
