import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { findElements, textOf } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable, tableOfRecipe } from '../../../core/page/records/build-table';

const address = 'https://site.example/list';
/** Returns a timetable. Each day spans three lessons, and a room spans the first two of them. */
const lessons = (days: readonly string[]): string =>
  `<main><table class="plan"><thead><tr><th rowspan="2">Day</th><th rowspan="2">Hour</th><th colspan="2">Lesson</th></tr><tr><th>Subject</th><th>Room</th></tr></thead><tbody>${days
    .map((day, at) =>
      ['Maths', 'Art', 'Music']
        .map((subject, hour) => {
          const room = hour === 0 ? `<td rowspan="2">R${at + 1}</td>` : hour === 1 ? '' : `<td>Hall ${at}</td>`;
          return `<tr>${hour === 0 ? `<td rowspan="3"><a href="/${day}">${day}</a></td>` : ''}<td>${hour + 8}:00</td><td>${subject} ${at}</td>${room}</tr>`;
        })
        .join(''),
    )
    .join('')}</tbody></table></main>`;
const request = { without: [], level: 0, single: false, name: 'list' };
const rowsOf = (days: readonly string[]) =>
  days.flatMap((day, at) =>
    ['Maths', 'Art', 'Music'].map((subject, hour) => ({
      Day: day,
      Hour: `${hour + 8}:00`,
      Subject: `${subject} ${at}`,
      Room: hour < 2 ? `R${at + 1}` : `Hall ${at}`,
    })),
  );

describe('cells with rowspan', () => {
  const week = ['Monday', 'Tuesday', 'Wednesday', 'Friday'];
  const page = parseDocument(lessons(week));
  const saying = (text: string) => findElements(page, (one) => textOf(one) === text && one.children.length === 1)[0]!;

  it.each(['Art 2', 'Tuesday', 'R3'])('belong to each of their rows, whichever cell is clicked: %s', (text) => {
    const table = buildTable({ document: page, address }, { ...request, picks: [saying(text)] });
    expect(table.fields.map(({ field }) => field.name)).toEqual(['Day', 'Hour', 'Subject', 'Room', 'link']);
    expect(table.warnings).toEqual([]);
    expect(table.result?.rows).toEqual(
      rowsOf(week).map((row) => ({ ...row, link: `https://site.example/${row.Day}` })),
    );
    const [first, second] = table.fields.find(({ field }) => field.name === 'Day')!.nodes;
    expect(first).toBe(second);
  });

  it('are read the same way from other pages', () => {
    const { recipe } = buildTable({ document: page, address }, { ...request, picks: [saying('Art 2')] });
    const other = ['Sunday', 'Saturday'];
    const { result } = tableOfRecipe({ document: parseDocument(lessons(other)), address }, recipe!);
    expect(result?.rows.map(({ Day, Subject, Room }) => ({ Day, Subject, Room }))).toEqual(
      rowsOf(other).map(({ Day, Subject, Room }) => ({ Day, Subject, Room })),
    );
  });

  it('are added by clicking one', () => {
    const first = buildTable({ document: page, address }, { ...request, picks: [saying('Art 2')] });
    const fields = first.fields.map(({ field }) => field).filter(({ name }) => name === 'Subject');
    const table = buildTable(
      { document: page, address },
      { ...request, picks: [saying('Art 2')], fields, clicked: saying('Hall 1') },
    );
    expect(table.result?.rows.map(({ Room, text }) => Room ?? text)).toEqual(rowsOf(week).map(({ Room }) => Room));
  });

  it('end with their section of the table', () => {
    const html = `<table><tbody><tr><td rowspan="0">A</td><td>1</td></tr><tr><td>2</td></tr><tr><td>3</td></tr></tbody><tbody><tr><td rowspan="9">B</td><td>4</td></tr><tr><td>5</td></tr></tbody></table>`;
    const recipe = {
      ...{ version: 1 as const, name: 'x', pages: ['*'], records: { selector: 'tr' } },
      fields: [
        { name: 'part', type: 'text' as const, sources: [{ selector: 'td:nth-of-type(1)' }] },
        { name: 'number', type: 'integer' as const, sources: [{ selector: 'td:nth-of-type(2)' }] },
      ],
    };
    const { result } = tableOfRecipe({ document: parseDocument(html), address }, recipe);
    expect(result?.rows.map(({ part, number }) => `${part}${number}`)).toEqual(['A1', 'A2', 'A3', 'B4', 'B5']);
  });
});
