import { describe, expect, it } from 'vitest';
import { normaliseSchema } from '../../../../core/page/extraction/rules/schema/normalise-schema';
import { PageReferences } from '../../../../core/page/models/language/page-references';

const manual = 'https://shop.test/files/manual_(2024).pdf?lang=en&page=2';
const picture = 'https://cdn.shop.test/images/kettle-1200x800.jpg';
const page = `[![A kettle](${picture})](${manual})

See [the manual](${manual} "PDF, 2 MB") or [write to us](mailto:jane@shop.test).

\`\`\`md
[code](https://code.test/stays)
\`\`\``;

describe('the URLs of a page', () => {
  it('become numbers, equal ones the same, except in code and mail links', () => {
    expect(new PageReferences(page).text).toBe(`[![A kettle][1]][2]

See [the manual][2] ("PDF, 2 MB") or [write to us](mailto:jane@shop.test).

\`\`\`md
[code](https://code.test/stays)
\`\`\``);
  });

  it('with escaped signs are restored without the escapes', () => {
    const references = new PageReferences('[a](https://a.test/x\\(1) [b](https://b.test/?q=\\&copy;)');
    expect(references.text).toBe('[a][1] [b][2]');
    expect(references.resolved(undefined, ['[1]', '[2]'])).toEqual(['https://a.test/x(1', 'https://b.test/?q=&copy;']);
  });

  it('replace references in the answer, however they are written', () => {
    const references = new PageReferences(page);
    const schema = {
      type: 'object',
      properties: {
        image: { type: 'string' },
        file: { type: 'string', format: 'uri' },
        links: { type: 'array', items: { type: 'string', format: 'uri' } },
        text: { type: 'string' },
        price: { type: 'number' },
        size: { type: 'string' },
      },
    };
    const answer = {
      image: '[1]',
      file: '[the manual][2]',
      links: [2, '1', '[1]', '[9]'],
      text: 'See [the manual][2].',
      price: 2,
      size: '1',
    };
    expect(references.resolved(normaliseSchema(schema), answer)).toEqual({
      image: picture,
      file: manual,
      links: [manual, picture, picture, null],
      text: `See [the manual](${manual}).`,
      price: 2,
      size: '1',
    });
  });

  it('in the values of rules become the same numbers', () => {
    const references = new PageReferences(page);
    const values = { image: picture, offers: [{ url: manual, price: 5 }], other: 'https://new.test/' };
    expect(references.shortened(values)).toEqual({ image: '[1]', offers: [{ url: '[2]', price: 5 }], other: '[3]' });
    expect(references.resolved(undefined, '[3]')).toBe('https://new.test/');
  });
});
