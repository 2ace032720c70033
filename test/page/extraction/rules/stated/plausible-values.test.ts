import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const text = { type: 'string' };
const day = { type: 'string', format: 'date' };
const list = { type: 'array', items: text };
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

describe('values that look right', () => {
  it('do not include the label of the next input in a form', () =>
    expect(
      read(
        `<title>Contatti – Studio Lago</title><h1>Contatti</h1><p>Siamo vicino alla stazione.</p>
        <form><div><label for="a">Nome</label><input id="a"></div><div><label for="b">Telefono</label><input id="b"></div></form>`,
        { name: text, phone: text },
      ),
    ).toEqual({ name: 'Studio Lago' }));

  it('do not include the tickets of other events', () =>
    expect(
      read(
        `<h1>Glass Painting for Beginners</h1><time datetime="2026-03-01">Sunday, 1 March</time><p>Paint a small window in a day.</p>
        <aside><div class="card"><h4>Student</h4><div class="price">£20.00</div></div>
        <div class="card"><h4>Regular</h4><div class="price">£30.00</div></div></aside>
        <section class="more-events"><h2>More</h2><div class="event"><h3>Wool Dyeing Evening</h3><p>From £25.00</p></div>
        <div class="event"><h3>Basket Making Weekend</h3><p>From £90.00</p></div></section>`,
        {
          title: text,
          tickets: { type: 'array', items: objectOf({ name: text, price: { type: 'number' } }) },
        },
      ),
    ).toMatchObject({
      tickets: [
        { name: 'Student', price: 20 },
        { name: 'Regular', price: 30 },
      ],
    }));

  it('do not include the name of a type in markup', () =>
    expect(
      read(
        `<script type="application/ld+json">{"@type":"Event","name":"Bat Walk","startDate":"2026-05-02","performer":"Organization"}</script>
        <h1>Bat Walk</h1><p>We walk along the river after sunset.</p>`,
        { event_name: text, speakers: list },
      ),
    ).toEqual({ event_name: 'Bat Walk' }));

  it('do not include the legal name of a company that has another name', () =>
    expect(
      read(
        `<script type="application/ld+json">{"@type":"Organization","legalName":"Corley Boats LLC","name":"Corley Boats"}</script>
        <h1>We build boats</h1><p>Call us.</p><footer>© 2026 Corley Boats LLC.</footer>`,
        { company_name: text, legal_name: text, phone: text },
      ),
    ).toMatchObject({ company_name: 'Corley Boats', legal_name: 'Corley Boats LLC' }));

  it('do not include the issue of a magazine as a section', () =>
    expect(
      read(
        `<title>Latarnik – Fala</title><p class="breadcrumbs"><a href="/">Start</a> » <a href="/numery">Numery</a> » <a href="/numer-8">Numer 8</a> » Latarnik</p>
        <div class="rubryka">Wywiad</div><h1>Latarnik</h1><p>Latarnia stoi na cyplu od stu lat.</p>`,
        { title: text, section: text },
      ),
    ).toEqual({ title: 'Latarnik', section: 'Wywiad' }));

  it('do not include the heading of a section with the name of the field as its anchor', () =>
    expect(
      read(
        `<h1>導入</h1><p>このページでは手順を説明します。</p><h2 id="requirements">動作要件</h2><ul><li>Git 2.30 以上</li><li>メモリ 512 MB</li></ul>
        <h2 id="install">インストール</h2><p>次のコマンドを実行します。</p>`,
        { title: text, requirements: list },
      ),
    ).toEqual({ title: '導入', requirements: ['Git 2.30 以上', 'メモリ 512 MB'] }));

  it('do not include links to calendars', () =>
    expect(
      read(
        `<main><h1>Bat Walk</h1><div><p>We walk along the river.</p><h3>What to bring</h3><ul><li>A torch</li><li>Boots</li></ul><p>Dogs stay at home.</p></div>
        <div class="subscribe-dropdown"><button>Add to calendar</button><ul><li><a href="#">Outlook 365</a></li><li><a href="#">iCalendar</a></li></ul></div></main>`,
        { what_to_bring: list },
      ),
    ).toEqual({ what_to_bring: ['A torch', 'Boots'] }));

  it('are the link of the headline to another site for a field named link', () =>
    expect(
      read(
        `<title>Show: A sundial that prints | Makers</title><h1><a href="https://sundial.example/log">Show: A sundial that prints</a></h1><p>41 points</p>
        <p>I made a sundial that prints the time on paper.</p>`,
        { link: text, domain: text },
      ),
    ).toEqual({ link: 'https://sundial.example/log', domain: 'sundial.example' }));

  it.each([
    ['Welkom bij De Spaak', 'De Spaak'],
    ['Welcome to the Old Mill!', 'Old Mill'],
    ['Willkommen in unserem Laden', 'Willkommen in unserem Laden'],
  ])('are names without the greeting of %s', (headline, name) =>
    expect(read(`<title>Fietsen</title><h1>${headline}</h1><p>Al sinds 1956.</p>`, { name: text })).toEqual({ name }),
  );

  it('are times of day for a start time beside a date', () => {
    const html = `<script type="application/ld+json">{"@type":"Event","name":"Bat Walk","startDate":"2026-05-02T20:30:00+01:00"}</script>
      <h1>Bat Walk</h1><p>We walk along the river.</p>`;
    expect(read(html, { date: day, start_time: text })).toEqual({ date: '2026-05-02', start_time: '20:30' });
    expect(read(html, { title: text, start_time: text })).toMatchObject({ start_time: '2026-05-02T20:30:00+01:00' });
  });

  it('include the upcoming events of a page that lists them', () =>
    expect(
      read(
        `<h1>Programme</h1><section class="upcoming-events"><div class="event"><h3>Wool Dyeing Evening</h3><time datetime="2026-03-01">1 March 2026</time></div>
        <div class="event"><h3>Basket Making Weekend</h3><time datetime="2026-04-04">4 April 2026</time></div></section>`,
        { events: { type: 'array', items: objectOf({ title: text, date: day }) } },
      ),
    ).toMatchObject({
      events: [
        { title: 'Wool Dyeing Evening', date: '2026-03-01' },
        { title: 'Basket Making Weekend', date: '2026-04-04' },
      ],
    }));
});
