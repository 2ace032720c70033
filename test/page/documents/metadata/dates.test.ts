import { describe, expect, it } from 'vitest';
import { readDay } from '../../../../core/page/documents/metadata/dates';
import { extractMetadata } from '../../../../core/page/documents/metadata/extract-metadata';
import { parseHtml } from '../../../../core/page/documents/parse-html';

const dayIn = (language: string, text: string) => readDay(text, { language, order: 'day-first', isSure: true })?.day;

describe('a day in digits and words', () => {
  it.each([
    ['hu', '2026. március 3.', '2026-03-03'],
    ['lt', '2026 m. kovo 17 d.', '2026-03-17'],
    ['lv', '2026. gada 17. marts', '2026-03-17'],
    ['eu', '2026(e)ko martxoaren 17(a)', '2026-03-17'],
    ['en', "3 Mar '26", '2026-03-03'],
    ['en', "Mar 3, '26", '2026-03-03'],
    ['en', '3-Mar-26', '2026-03-03'],
    ['fr', 'Publié le 1er avril 2026', '2026-04-01'],
    ['ca', '3 d’abril de 2026', '2026-04-03'],
    ['pt', '1º de março de 2026', '2026-03-01'],
    ['he', '17 במרץ 2026', '2026-03-17'],
    ['vi', 'ngày 17 tháng 3 năm 2026', '2026-03-17'],
    ['', '5 января 2026 г.', '2026-01-05'],
    ['es', '14 de setiembre de 2026', '2026-09-14'],
    ['de', '9. Jänner 2026', '2026-01-09'],
    ['sr', '17. avgust 2026.', '2026-08-17'],
    ['sr', '17. август 2026.', '2026-08-17'],
    ['ar', '4 غشت 2026', '2026-08-04'],
    ['ar-EG', '4 تموز 2026', '2026-07-04'],
  ])('is read in %s: %s', (language, text, day) => expect(dayIn(language, text)).toBe(day));

  it("is read in the page's language when a name means another month elsewhere", () => {
    expect(dayIn('hr', '3. listopada 2026.')).toBe('2026-10-03');
    expect(dayIn('pl', '3 listopada 2026')).toBe('2026-11-03');
  });

  it.each(['31/02/2026', '5 stars 2020', 'March 2026', 'version 2.10.2026.1', 'Tel 030-2026-1234'])(
    'is not %s',
    (text) => expect(dayIn('en', text)).toBeUndefined(),
  );
});

describe('a day of another calendar or in other digits', () => {
  it.each([
    ['th', '3 มีนาคม 2569', '2026-03-03'],
    ['th', '3 มี.ค. 2569', '2026-03-03'],
    ['th', '3/4/2569', '2026-04-03'],
    ['fa', '۲۶ اسفند ۱۴۰۴', '2026-03-17'],
    ['fa', '۱۴۰۴/۱۲/۲۶', '2026-03-17'],
    ['ja', '令和8年3月3日', '2026-03-03'],
    ['ja', '令和元年5月1日', '2019-05-01'],
    ['zh-TW', '民國115年3月3日', '2026-03-03'],
    ['ar', '٣ مارس ٢٠٢٦', '2026-03-03'],
    ['hi', '१७ मार्च २०२६', '2026-03-17'],
  ])('is read in %s: %s', (language, text, day) => expect(dayIn(language, text)).toBe(day));

  it('is not read when the year is not in the calendar of the page', () => {
    expect(dayIn('en', '3 March 2569')).toBeUndefined();
    expect(dayIn('en', '3/4/2569')).toBeUndefined();
  });
});

describe('the day a page was published on', () => {
  const publishedOn = (lang: string, byline: string) => {
    const { document } = parseHtml(
      `<html lang="${lang}"><title>Fair</title><h1>Fair</h1><p class="date">${byline}</p>`,
    );
    const warnings: string[] = [];
    const url = 'https://site.example/fair';
    const { publishedTime } = extractMetadata(document, { url, warn: (sentence) => warnings.push(sentence) });
    return { publishedTime, warnings };
  };

  it('is read in the order of the language', () => {
    expect(publishedOn('en-GB', 'Published 03/04/2026')).toEqual({ publishedTime: '2026-04-03', warnings: [] });
    expect(publishedOn('en-US', 'Published 03/04/2026')).toEqual({ publishedTime: '2026-03-04', warnings: [] });
  });

  it('adds a warning when the order is ambiguous', () =>
    expect(publishedOn('en', 'Published 03/04/2026').warnings).toEqual([
      'Day and month are ambiguous: publishedTime "Published 03/04/2026" is read as 2026-03-04, but may be 2026-04-03.',
    ]));
});

it('reads the publication date of an hAtom entry in its footer, but not that of a comment', () => {
  const read = (name: string) =>
    extractMetadata(
      parseHtml(
        `<h1>First frost</h1><div class="${name}">on <abbr class="published" title="2025-10-21T08:00:00Z">8:00</abbr></div>`,
      ).document,
      { url: 'https://site.test/frost' },
    ).publishedTime;
  expect(read('post-footer')).toMatch(/^2025-10-21/);
  expect(read('comment-footer')).toBeUndefined();
});
