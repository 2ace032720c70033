import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const text = { type: 'string' };
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

describe('facts that only the name of a field describes', () => {
  it('are the email address for applications', () =>
    expect(
      read(
        '<h1>Padeiro</h1><p>Envie o currículo para vagas@padaria.example até sexta.</p><footer>Apoio: ajuda@portal.example</footer>',
        { application_email: text },
      ),
    ).toEqual({ application_email: 'vagas@padaria.example' }));

  it('are a warning and the titles of neighbouring pages in a manual', () =>
    expect(
      read(
        `<h1>Install</h1><p>Run the command below.</p><div class="admonition warning"><p class="admonition-title">Warning</p><p>Do not run this as root.</p></div>
        <nav><a class="link link--prev" href="/a"><div>Previous</div><div class="link__label">Intro</div></a><a class="link link--next" href="/c"><div>Next</div><div class="link__label">Settings</div></a></nav>`,
        { title: text, warning: text, next_page: text, previous_page: text },
      ),
    ).toEqual({
      title: 'Install',
      warning: 'Do not run this as root.',
      next_page: 'Settings',
      previous_page: 'Intro',
    }));

  it('are the participants and the last day of a thread', () => {
    const post = (name: string, day: string) =>
      `<div class="post"><a class="username">${name}</a><time datetime="${day}">${day}</time><div class="postbody">My pump leaks a little every day.</div></div>`;
    expect(
      read(`<h1>Pump</h1>${post('Ane', '2024-05-01')}${post('Bo', '2024-05-03')}${post('Ane', '2024-05-04')}`, {
        title: text,
        participants: { type: 'array', items: text },
        last_post_date: { type: 'string', format: 'date' },
      }),
    ).toEqual({ title: 'Pump', participants: ['Ane', 'Bo'], last_post_date: '2024-05-04' });
  });

  it('are that a page is free, if its markup states so', () =>
    expect(
      read(
        '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Tram","isAccessibleForFree":true}</script><h1>Tram</h1><p>The line opens.</p>',
        { title: text, is_free: { type: 'boolean' } },
      ),
    ).toEqual({ title: 'Tram', is_free: true }));

  it('are the year of founding on the page of a shop with dated posts', () =>
    expect(
      read(
        `<script type="application/ld+json">{"@type":"LocalBusiness","name":"Tern Pianos"}</script><h1>Good sound</h1>
        <p>Tern was founded in 1987 by Ida Holm.</p><article><time datetime="2025-02-04">Feb 4, 2025</time></article>`,
        { phone: text, founded: { type: 'number' } },
      ),
    ).toEqual({ founded: 1987 }));
});
