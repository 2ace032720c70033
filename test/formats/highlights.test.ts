import { describe, expect, it } from 'vitest';
import { passagePages } from '../support/passage-pages';
import { readFormat } from '../support/read-format';

const pages = passagePages();
const highlights = async (html: string, query: string) => {
  const { value, warning } = await readFormat(html, { type: 'highlights', query });
  return { text: String(value), warning };
};

describe('pages in ten languages', () => {
  it('are searched with at least nine of ten queries answered, in a tenth of the text or one passage', async () => {
    const misses: string[] = [];
    let asked = 0;
    for (const page of pages) {
      const { value } = await readFormat(page.html, { type: 'markdown' });
      const markdown = String(value);
      for (const { query, sentence } of page.queries) {
        if (sentence === undefined) continue;
        asked++;
        const { text } = await highlights(page.html, query);
        if (!text.includes(sentence)) misses.push(`${page.name}: ${query} → ${text.slice(0, 200)}`);
        const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('```'));
        for (const line of lines) expect(markdown).toContain(line);
      }
    }
    console.log(`highlights: ${asked - misses.length} of ${asked} queries answered\n${misses.join('\n')}`);
    expect(misses.length / asked).toBeLessThanOrEqual(0.1);
  }, 60_000);
});

const page = (body: string) => `<html lang="en"><title>Page</title><body><main>${body}</main></body></html>`;
const filler = Array.from(
  { length: 30 },
  (_, at) => `<p>Paragraph ${at} tells at some length about ships, weather and the people of the coast.</p>`,
).join('');

describe('what is returned', () => {
  it('rejoins consecutive sentences of a block and keeps the order of the page', async () => {
    const { text } = await highlights(
      page(
        `<h1>Lamps</h1><p>The bulb lasts 900 hours. A bulb costs £4. It is made of glass.</p>${filler}<p>Send a broken bulb back.</p>`,
      ),
      'bulb',
    );
    expect(text).toBe('The bulb lasts 900 hours. A bulb costs £4.\n\nSend a broken bulb back.');
  });

  it('fences code with its language', async () => {
    const code = '<pre><code class="language-js">const total = sum(items);\nprint(total);\nopen(door);</code></pre>';
    const { text } = await highlights(page(`<h1>Code</h1>${code}${filler}`), 'open the door');
    expect(text).toBe('```js\nopen(door);\n```');
  });

  it('puts table rows under their header', async () => {
    const table =
      '<table><tr><th>City</th><th>Height</th></tr><tr><td>Ulm</td><td>478 m</td></tr><tr><td>Bonn</td><td>60 m</td></tr></table>';
    const { text } = await highlights(page(`<h1>Cities</h1>${table}${filler}`), 'height of Bonn');
    expect(text).toBe('| City | Height |\n| --- | --- |\n| Bonn | 60 m |');
  });

  it('does not end a sentence at an abbreviation, an ordinal number or an address', async () => {
    const german =
      '<p>Der Kurs beginnt am 3. Mai um 9 Uhr z. B. im <a href="/saal?x=1!y">Saal von Dr. Lang</a>. Danach ist Pause.</p>';
    const { text } = await highlights(
      `<html lang="de"><main><h1>Kurse</h1>${german}${filler}</main></html>`,
      'Beginn des Kurses',
    );
    expect(text).toBe(
      'Der Kurs beginnt am 3. Mai um 9 Uhr z. B. im [Saal von Dr. Lang](https://example.com/saal?x=1!y).',
    );
  });

  it('is empty with a warning when nothing matches', async () => {
    const { text, warning } = await highlights(page(`<h1>Ships</h1>${filler}`), 'quantum chromodynamics');
    expect(text).toBe('');
    expect(warning).toBe('Nothing on the page matches "quantum chromodynamics".');
  });

  it('takes less than a second for 100 kB', async () => {
    const long = page(`<h1>Ships</h1>${filler.repeat(40)}<p>The anchor weighs 900 kg.</p>`);
    expect(long.length).toBeGreaterThan(100_000);
    const { value } = await readFormat(long, { type: 'markdown' });
    const started = performance.now();
    const { text } = await highlights(long, 'How heavy is the anchor?');
    console.log(`highlights of ${String(value).length} characters: ${Math.round(performance.now() - started)} ms`);
    expect(text).toContain('900 kg');
  });
});
