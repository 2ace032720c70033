import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import type { RecipeField } from '../../../core/common/recipe';
import { findElement, findElements, textOf } from '../../../core/page/extraction/rules/page/text-of';
import { type BuiltTable, buildTable, type TableRequest } from '../../../core/page/records/build-table';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday'];
/** A timetable with three talks per day. Each talk has a title, a room and a price. */
const page = parseDocument(
  `<body><main><h1>Talks</h1><div class="days">${days
    .map(
      (day, at) =>
        `<section class="day"><h2>${day}</h2><p class="host">Host ${at}</p><ul>${[1, 2, 3]
          .map(
            (talk) =>
              `<li class="talk"><h3>Talk ${at}${talk}</h3><span class="room">Room ${talk * (at + 2)}</span><b class="price">€ ${at + talk}.50</b></li>`,
          )
          .join('')}</ul></section>`,
    )
    .join('')}</div></main></body>`,
);
const saying = (text: string) => {
  const found = findElement(page, (element) => textOf(element) === text && element.children.length === 1);
  if (!found) throw new Error(`Nothing says ${text}.`);
  return found;
};
const picks = [saying('Talk 12')];
const start = { picks, without: [], level: 0 };
const build = (request: Partial<TableRequest>): BuiltTable =>
  buildTable(
    { document: page, address: 'https://talks.example/' },
    { ...start, single: false, name: 'talks', ...request },
  );
const fieldsOf = ({ fields }: BuiltTable): RecipeField[] => fields.map(({ field }) => field);
const namesOf = (table: BuiltTable): string[] => fieldsOf(table).map(({ name }) => name);

describe('columns of newly selected records', () => {
  const first = build({});
  const [title, price, room] = fieldsOf(first) as [RecipeField, RecipeField, RecipeField];

  it('start as suggested', () => {
    expect(first.records).toHaveLength(12);
    expect(namesOf(first)).toEqual(['title', 'price', 'room']);
    expect(first.canWiden).toBe(true);
  });

  it('keep names, types, order and removals when a record is excluded', () => {
    const fields = [
      { ...price, name: 'cost', type: 'text' as const, key: true },
      { ...title, name: 'talk' },
    ];
    const without = [findElements(page, ({ attribs }) => attribs.class === 'talk')[11]!];
    const table = build({ without, fields, before: start });
    expect(table.records).toHaveLength(11);
    expect(fieldsOf(table).map(({ name, type, key }) => [name, type, key])).toEqual([
      ['cost', 'text', true],
      ['talk', 'text', undefined],
    ]);
    expect(table.result?.rows[0]).toEqual({ cost: '€ 1.50', talk: 'Talk 01' });
  });

  it('keep a clicked column and one with a written selector', () => {
    const fields = [
      title,
      { ...room, name: 'where', sources: [{ selector: 'span' }] },
      { name: 'part of the page', type: 'text' as const, sources: [{ selector: ':scope' }] },
    ];
    const table = build({ without: [saying('Talk 31')], fields, before: start });
    expect(namesOf(table)).toEqual(['title', 'where', 'part of the page']);
    expect(fieldsOf(table)[1]?.sources).toEqual([{ selector: 'span' }]);
  });

  it('keep edits after Wider and Narrower, next to new columns', () => {
    const wide = build({ level: 1, fields: [{ ...price, name: 'cost' }, title], before: start });
    expect(wide.records).toHaveLength(4);
    expect(namesOf(wide)).toContain('host');
    const narrow = build({ fields: fieldsOf(wide), before: { ...start, level: 1 } });
    expect(narrow.records).toHaveLength(12);
    expect(namesOf(narrow).length).toBeGreaterThan(1);
  });
});
