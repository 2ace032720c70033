import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../../core/page/extraction/rules/digest';
import { sentencesIn } from '../../../../core/page/extraction/rules/sentences';

const summary = (html: string, metadata = {}) => digestOf(parseDocument(html), metadata);

describe('sentences', () => {
  it.each([
    ['Dr. Smith of the U.S. Army came. He left.', ['Dr. Smith of the U.S. Army came.', 'He left.']],
    ['They grow grain, e.g. wheat and rye. It sells.', ['They grow grain, e.g. wheat and rye.', 'It sells.']],
    ['It weighs 2.5 kg. Nice!', ['It weighs 2.5 kg.', 'Nice!']],
    ['Am 14. Mai kommt z. B. Frau Dr. Maier. Sie spricht.', ['Am 14. Mai kommt z. B. Frau Dr. Maier.', 'Sie spricht.']],
    ['The 20 oz. Tumbler keeps tea hot. Use it.', ['The 20 oz. Tumbler keeps tea hot.', 'Use it.']],
    ['It holds 20 oz. The lid is extra.', ['It holds 20 oz.', 'The lid is extra.']],
    ['“Who is it?” she asked. No one spoke.', ['“Who is it?” she asked.', 'No one spoke.']],
    ['これは文です。次の文です。', ['これは文です。', '次の文です。']],
  ])('of %j are complete', (text, sentences) => {
    expect(sentencesIn(text)).toEqual(sentences);
  });
});

describe('a summary', () => {
  it('starts with the first sentence, without terms of service and code', () => {
    const text = summary(`<h1>Rivers rise</h1>
      <p>By using this site you agree to our terms of service and cookies.</p>
      <p>Dr. Smith of the U.S. Geological Survey said on Tuesday that rivers rose by 2.5 m after rain.</p>
      <p>Farmers lost crops worth $3.2 million, e.g. wheat and barley. The government promised to help the farmers soon.</p>
      <pre><code>const river = 1; console.log(river + "Long enough to be a sentence.");</code></pre>`);
    expect(text).toMatch(/^Dr\. Smith of the U\.S\. Geological Survey said .* after rain\. /);
    expect(text).toContain('e.g. wheat and barley.');
    expect(text).not.toMatch(/terms of service|console/);
  });

  it('is the description or the title, never a row of links or labels', () => {
    const links = '<ul><li><a href="/a">News of the day</a></li><li><a href="/b">Sport and weather</a></li></ul>';
    expect(summary(links, { title: 'Portal' })).toBe('Portal');
    expect(summary(links, { title: 'Portal', description: 'News from Graz.' })).toBe('News from Graz.');
    expect(summary(`<p>${links}<a href="/c">A link that is long enough to pass for a whole sentence.</a></p>`)).toBe(
      '',
    );
    expect(summary('<div><h3>Kettle Uno</h3><p>€39.90</p></div>', { title: 'Cards' })).toBe('Cards');
  });

  it('reads prose outside paragraphs', () => {
    expect(summary('<div>Owls hunt mostly small mammals, insects and other birds.<br>Rarely fish.</div>')).toBe(
      'Owls hunt mostly small mammals, insects and other birds.',
    );
  });

  it('has no quotes, headings or marks of Markdown', () => {
    expect(
      summary(
        '<div class="content">*Old thread taken over from Weaver*<br><br>The looms of this season are the best in years.<blockquote><cite>Ada wrote:</cite>The looms of last season were much better, I think.</blockquote><h2>About the yarn</h2>Cotton yarn is the best choice for the first pieces.</div>',
      ),
    ).toBe('The looms of this season are the best in years. Cotton yarn is the best choice for the first pieces.');
    expect(summary('<blockquote><p>Patience is the first tool of every weaver.</p></blockquote>')).toBe(
      'Patience is the first tool of every weaver.',
    );
  });

  it('summarizes terms when the page is about them', () => {
    const terms = '<p>These terms of service apply to every order of the shop.</p>';
    expect(summary(`${terms}<p>Our privacy policy tells which data we keep.</p>`)).toContain('every order');
  });
});
