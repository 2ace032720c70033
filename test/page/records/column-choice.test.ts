import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { findElements } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable } from '../../../core/page/records/build-table';

const words = 'amber birch cedar dune ember fjord glade heath inlet jetty knoll ledge'.split(' ');
const titled = (word: string) => `<h3><a href="/${word}">Harbour ${word}</a></h3>`;

/** Returns the rows of a table built from a list of the given cards. */
function rowsOf(card: (word: string, at: number) => string): readonly Readonly<Record<string, unknown>>[] {
  const html = `<html><body><ul>${words.map((word, at) => `<li class="card">${card(word, at)}</li>`).join('')}</ul></body></html>`;
  const document = parseDocument(html);
  const [clicked] = findElements(document, ({ name }) => name === 'h3', 1);
  const page = { document, address: 'https://site.example/list' };
  return buildTable(page, { picks: [clicked!], without: [], level: 0, single: false, name: 'list' }).result?.rows ?? [];
}
const columnsOf = (card: (word: string, at: number) => string): readonly string[] =>
  Object.keys(rowsOf(card)[0] ?? {}).filter((name) => name !== 'title' && name !== 'link');

describe('the suggested columns', () => {
  it('begin with the name of each record, not with a heading that most of them share', () => {
    const offer = (at: number) => (at % 3 ? '<h6 class="card-title">Subscribe and save</h6>' : '');
    const [first = {}] = rowsOf(
      (word, at) => `${offer(at + 1)}<h3 class="name"><a href="/${word}">Harbour ${word}</a></h3>`,
    );
    expect(Object.values(first)[0]).toBe('Harbour amber');
  });

  it.each(['eds-is-hidden-accessible', 'ui-helper-hidden-accessible', 'element-invisible', 'cdk-visually-hidden'])(
    'include a heading, not its copy with the class %s',
    (hidden) => {
      const card = (word: string) =>
        `${titled(word)}<button><span class="${hidden}">Save this event: Harbour ${word}</span></button>`;
      expect(rowsOf(card)[0]).toEqual({ title: 'Harbour amber', link: 'https://site.example/amber' });
    },
  );

  it('exclude numbers of pictures', () => {
    const count = (at: number) => `<div class="gallery"><i>1/${at + 4}</i></div>`;
    expect(columnsOf((word, at) => `${count(at)}${titled(word)}`)).toEqual([]);
  });

  it('exclude a phone link beside the same visible number', () => {
    const phone = (at: number) => `041 555 ${1000 + at * 7}`;
    const card = (word: string, at: number) =>
      `${titled(word)}<p>Phone: <span>${phone(at)}</span></p><a href="tel:${phone(at).replaceAll(' ', '-')}">Call</a>`;
    expect(columnsOf(card)).toEqual(['phone']);
  });

  it('exclude hidden alternatives to a visible value', () => {
    const card = (word: string, at: number) =>
      `${titled(word)}<i class="score down" hidden>${at * 3 + 4} points</i><i class="score">${at * 3 + 5} points</i><i class="score up" hidden>${at * 3 + 6} points</i>`;
    expect(rowsOf(card).map(({ score }) => score)).toEqual(words.map((_, at) => at * 3 + 5));
    expect(columnsOf(card)).toEqual(['score']);
  });

  it('include the rating in the label of a button instead of its number of reviews', () => {
    const card = (word: string, at: number) =>
      `${titled(word)}<button class="stars" aria-label="4.${at % 10}/5 from ${at + 40} reviews"><span>(${at + 40})</span></button>`;
    expect(rowsOf(card).map((row) => Object.values(row)[1])).toEqual(
      words.map((_, at) => `4.${at % 10}/5 from ${at + 40} reviews`),
    );
  });

  it('include a date and its time of day in one column', () => {
    const card = (word: string, at: number) =>
      `${titled(word)}<div class="deadline">0${(at % 9) + 1}.11.2025 <span>1${at % 10}:30</span></div>`;
    expect(rowsOf(card).map(({ deadline }) => deadline)).toEqual(
      words.map((_, at) => `2025-11-0${(at % 9) + 1}T1${at % 10}:30:00`),
    );
  });

  it('include all paragraphs of a comment', () => {
    const more = (at: number) => (at % 6 ? '' : '<p>Ask me why.</p>');
    const card = (word: string, at: number) =>
      `${titled(word)}<div class="comment"><p>The ${word} was replaced ${at + 2} times.</p>${more(at)}</div>`;
    expect(rowsOf(card)[6]?.comment).toBe('The glade was replaced 8 times. Ask me why.');
  });

  it('separate values in like elements by a class that occurs once in most records', () => {
    const item = (kind: string, text: string) =>
      `<li class="css-${text.length}a1"><div data-testid="snippet" class="${kind}"><span>${text}</span></div></li>`;
    const card = (word: string, at: number) =>
      `${titled(word)}<ul>${at % 5 ? item('salary', `$${at + 18} an hour`) : ''}${item('contract', at % 2 ? 'Full-time' : 'Part-time')}${item('benefit', 'Dental')}${at % 3 ? '' : item('benefit', 'Free parking')}</ul>`;
    expect(rowsOf(card).map(({ contract }) => contract)).toEqual(
      words.map((_, at) => (at % 2 ? 'Full-time' : 'Part-time')),
    );
  });

  it('separate values by position if no selector reads them as a list', () => {
    const note = (at: number) => (at % 4 ? '' : '<span><em>New today</em></span>');
    const card = (word: string, at: number) =>
      `${titled(word)}<div class="facts"><span>T${(at % 4) + 1}</span><span>${at + 40} m² built</span>${at % 3 ? `<span>Floor ${at} of ${at + 2}</span>` : ''}${note(at)}</div>`;
    const found = Object.values(rowsOf(card)[1] ?? {});
    expect(found).toContain('T2');
    expect(found.map(String).some((value) => value.startsWith('41'))).toBe(true);
  });
});

describe('a column name', () => {
  const nameOf = (value: (at: number) => string): string | undefined =>
    columnsOf((word, at) => `${titled(word)}<div>${value(at)}</div>`)[0];

  it.each([
    [
      'the accessible label',
      (at: number) => `<b class="xq" aria-label="Arrival time: ${(at % 9) + 1}:45 AM.">${(at % 9) + 1}:45 AM</b>`,
      'arrival time',
    ],
    [
      'the paths of the links',
      (at: number) => `<a class="c_a" href="/author/ana-${at}/">Ana Ruiz ${'ABCDEFGHIJKL'[at]}.</a>`,
      'author',
    ],
    ['the link to a profile', (at: number) => `<a class="f7" href="/~ana${at}">ana_${at}</a>`, 'author'],
    [
      'the values instead of random letters',
      (at: number) => `<b class="ogfYpf">${at + 1} hr ${at + 20} min</b>`,
      'duration',
    ],
    ['the values instead of a color', (at: number) => `<b class="mid-gray">${at + 2} days ago</b>`, 'date'],
    ['an abbreviation', (at: number) => `<b class="ver">${at}.2.1</b>`, 'version'],
    ['the element of a block', (at: number) => `<b class="p-result__price">${at * 10} m</b>`, 'price'],
  ] as const)('comes from %s', (_, value, name) => {
    expect(nameOf(value)).toBe(name);
  });

  it('of the shorter of two headings is not a title', () => {
    const card = (word: string, at: number) =>
      `<h3>${word.toUpperCase()}</h3><h3><a href="/${at}">Rain jacket ${word} number ${at}</a></h3>`;
    expect(rowsOf(card)[0]).toMatchObject({ title: 'Rain jacket amber number 0', subtitle: 'AMBER' });
  });
});
