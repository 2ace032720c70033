import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const text = { type: 'string' };
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

describe('facts that only the name of a field describes', () => {
  it('are the year of founding on the page of a shop with dated posts', () =>
    expect(
      read(
        `<script type="application/ld+json">{"@type":"LocalBusiness","name":"Tern Pianos"}</script><h1>Good sound</h1>
        <p>Tern was founded in 1987 by Ida Holm.</p><article><time datetime="2025-02-04">Feb 4, 2025</time></article>`,
        { phone: text, founded: { type: 'number' } },
      ),
    ).toEqual({ founded: 1987 }));
});
