import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const page = (content: string, { head = '', title = 'Weaving lessons' } = {}) =>
  `<html lang="en"><head><title>${title}</title>${head}</head><body>${content}</body></html>`;
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

const work = (around: string, content: string) =>
  `<div class="${around}"><p itemscope itemtype="http://schema.org/CreativeWork">${content}</p></div>`;
const credits =
  '<span itemprop="description">Site planned and built</span> by <span itemprop="creator">Harbour Pixel</span>';
const lesson = '<main><h1>Weaving lessons</h1><p>Lessons for beginners take place every Tuesday.</p></main>';
const ld = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

describe('markup beside the subject', () => {
  it.each(['footer', 'footer-credits', 'box'])('reads no author from a work in "%s" without the headline', (name) =>
    expect(read(page(lesson + work(name, credits)), { author: text, description: text })).toEqual({
      description: 'Lessons for beginners take place every Tuesday.',
    }),
  );

  it('reads the author of a work that contains the headline', () =>
    expect(
      read(
        page(
          '<article itemscope itemtype="http://schema.org/CreativeWork"><h1>Weaving lessons</h1><footer>By <span itemprop="author">Mara Quill</span></footer></article>',
        ),
        { author: text },
      ),
    ).toEqual({ author: 'Mara Quill' }));

  it('reads the address of the owner from a footer', () =>
    expect(
      read(
        page(
          `${lesson}<footer><div itemscope itemtype="http://schema.org/LocalBusiness"><span itemprop="name">Loom House</span><span itemprop="telephone">+44 20 7946 0018</span></div></footer>`,
        ),
        { phone: text },
      ),
    ).toEqual({ phone: '+44 20 7946 0018' }));

  it('prefers the headline to the name of the web page', () =>
    expect(
      read(
        page(lesson, {
          head: ld({ '@type': 'WebPage', name: 'Loom House: weaving lessons for beginners', url: '/page' }),
          title: 'Loom House: weaving lessons for beginners',
        }),
        { title: text },
      ),
    ).toEqual({ title: 'Weaving lessons' }));
});

describe('images', () => {
  const image = { image: text };
  const og = (address: string) => `<meta property="og:image" content="${address}">`;
  const marked = (address: string) => ld({ '@type': 'Product', name: 'Weaving lessons', image: address });

  it.each([
    '/img/apple-touch-icon@2.png?v=3',
    '/themes/default_photo.png',
    '/no-image.svg',
    '/img/loading.svg',
    '/user-placeholder.png',
  ])('takes the image of the meta tags instead of %s', (address) => {
    expect(
      read(page(lesson, { head: og('https://example.com/loom.jpg') + marked(`https://example.com${address}`) }), image),
    ).toEqual({ image: 'https://example.com/loom.jpg' });
    expect(read(page(lesson, { head: og(`https://example.com${address}`) }), image)).toEqual({});
  });

  it.each([
    ['/loom_231x87.jpg?t=1', '/loom_616x353.jpg?t=1', '/loom_616x353.jpg?t=1'],
    ['/styles/hero_xs/loom.jpg', '/styles/hero_lg/loom.jpg', '/styles/hero_lg/loom.jpg'],
    ['/loom-300x200.jpg', '/loom.jpg', '/loom.jpg'],
    ['/loom.jpg', '/loom-300x200.jpg', '/loom.jpg'],
    ['/loom-large.jpg', '/yarn-xl.jpg', '/loom-large.jpg'],
  ])('chooses between %s in the markup and %s in the meta tags', (own, shared, chosen) =>
    expect(
      read(page(lesson, { head: og(`https://example.com${shared}`) + marked(`https://example.com${own}`) }), image),
    ).toEqual({ image: `https://example.com${chosen}` }),
  );

  it('reads an icon for a field that requests an icon', () =>
    expect(read(page(lesson, { head: marked('https://example.com/app-icon.png') }), { logo: text })).toEqual({
      logo: 'https://example.com/app-icon.png',
    }));
});
