import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const text = { type: 'string' };
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

describe('facts that only the name of a field describes', () => {
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
