import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const text = { type: 'string' };
const number = { type: 'number' };
const day = { type: 'string', format: 'date' };
const list = { type: 'array', items: text };
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

describe('values beside labels and marks', () => {
  it('are found for curators and medical directors, without their further facts', () => {
    expect(
      read('<h1>Salt</h1><p>Ten tapestries from the coast.</p><dl><dt>Comisaria</dt><dd>Pilar Ríos</dd></dl>', {
        curator: text,
      }),
    ).toEqual({ curator: 'Pilar Ríos' });
    expect(
      read(
        '<h1>Contatti</h1><p>Siamo vicino alla stazione.</p><footer><p>Direttore sanitario: dott.ssa Anna Lago, iscritta all’Albo n. 12</p></footer>',
        { medical_director: text },
      ),
    ).toEqual({ medical_director: 'Anna Lago' });
  });

  it('are persons without the contact data that follows', () => {
    const html =
      '<h1>Choir</h1><p>Secretary: Anna Brekke, anna@choir.example, 555 0143</p><p>Treasurer: Ben Lark (020 7946 0143)</p><p>Stage: oak, 12 m wide</p>';
    expect(read(html, { secretary: text, treasurer: text, stage: text })).toEqual({
      secretary: 'Anna Brekke',
      treasurer: 'Ben Lark',
      stage: 'oak, 12 m wide',
    });
  });

  it('are found for numbers of vacancies and of the register of companies', () => {
    const html =
      '<h1>Padeiro</h1><p>Padaria familiar.</p><table><tr><th>N.º de vagas</th><td>3</td></tr></table><footer><p>Bakkerij<br>KvK 01234567</p></footer>';
    expect(read(html, { vacancies: number, chamber_of_commerce_number: text })).toEqual({
      vacancies: 3,
      chamber_of_commerce_number: '01234567',
    });
  });

  it('are the list below a heading, also in a layout table', () =>
    expect(
      read(
        `<table><tr><td>Menu</td><td><h1>Fietsen</h1><p>Wij helpen u graag.</p><h2>Onze merken</h2><ul><li>Anker</li><li>Zeepaard</li></ul>
        <h2>Verhuur</h2><p>Een dag fietsen.</p></td></tr></table>`,
        { brands: list },
      ),
    ).toEqual({ brands: ['Anker', 'Zeepaard'] }));

  it('are both ends of a labelled range of pay', () =>
    expect(
      read(
        '<h1>Welder</h1><p>We build gates.</p><div class="pay"><div>Salary range</div><span>€41,000</span><span>—</span><span>€52,500 EUR</span></div>',
        { job_title: text, salary_min: number, salary_max: number },
      ),
    ).toEqual({ job_title: 'Welder', salary_min: 41000, salary_max: 52500 }));

  it.each([
    ['1.240 € brutos por mês', { monthly_salary: 1240 }],
    ['16.800 € por ano', {}],
  ])('are monthly pay only if they state the month: %s', (pay, data) =>
    expect(
      read(`<h1>Padeiro</h1><p>Padaria familiar.</p><dl><dt>Salário</dt><dd>${pay}</dd></dl>`, {
        monthly_salary: number,
      }),
    ).toEqual(data),
  );

  it('are the dates in the footer of an article, marked by classes', () => {
    const time = (name: string, value: string) => `<time class="${name}" datetime="${value}T08:00:00Z">${value}</time>`;
    const html = `<article><h1>Pruning</h1><p>Every winter I prune the pear trees.</p><footer>${time('entry-date published', '2024-02-01')}${time('updated', '2024-02-09')}</footer></article>
      <ol><li>${time('', '2024-02-03')}</li></ol>`;
    expect(read(html, { published: day, updated: day })).toEqual({ published: '2024-02-01', updated: '2024-02-09' });
  });

  it('are the text of a link to the license', () =>
    expect(
      read('<h1>Pruning</h1><p>Na licencji <a rel="license" href="https://example.org/by">CC BY-ND 4.0</a>.</p>', {
        license: text,
      }),
    ).toEqual({ license: 'CC BY-ND 4.0' }));

  it('are ages and places in short notes', () =>
    expect(
      read('<h1>Bat Walk</h1><ul><li>Ages 12+</li></ul><p>We have room for 25 walkers.</p>', {
        minimum_age: number,
        capacity: number,
      }),
    ).toEqual({ minimum_age: 12, capacity: 25 }));
});
