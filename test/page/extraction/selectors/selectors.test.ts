import { selectAll } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../core/page/documents/parse-html';
import { selectorsFor } from '../../../../core/page/extraction/selectors/candidates';
import { controlSelector } from '../../../../core/page/extraction/selectors/control-selector';
import { PathSelectors } from '../../../../core/page/extraction/selectors/path-selectors';
import { isStableClass, isStableName, modulePrefix } from '../../../../core/page/extraction/selectors/stable-names';

const pageOf = (html: string) => parseHtml([`<body>${html}`]).document;
const all = (html: string, css: string) => {
  const document = pageOf(html);
  return { document, found: selectAll<AnyNode, Element>(css, document) };
};
const one = (html: string, css: string) => {
  const { document, found } = all(html, css);
  return { document, element: found[0]! };
};

describe('names of elements', () => {
  it.each(['price', 'product-card', 'card__title', 'card__title--large', 'mainContent', 'nav', '__next'])(
    'takes %s for a stable name',
    (name) => expect(isStableName(name)).toBe(true),
  );

  it.each(['css-1q2w3e', 'sc-bdVaJa', 'jss42', 'Price_amount__x3Fz1', 'item-48213', 'a1b2', 'bxrtkl', 'svelte-abc'])(
    'takes %s for a name made by a build',
    (name) => expect(isStableName(name)).toBe(false),
  );

  it.each(['active', 'mt-4', 'first', 'is-open', 'col-6'])('treats the class %s as appearance or state', (name) =>
    expect(isStableClass(name)).toBe(false),
  );

  it('finds the stable part of a CSS Modules class', () => {
    expect(modulePrefix('Price_amount__x3Fz1')).toBe('Price_amount_');
    expect(modulePrefix('price')).toBeUndefined();
  });
});

describe('the path of an element', () => {
  const pathOf = (html: string, css: string) => new PathSelectors().of(one(html, css).element);

  it('starts at the nearest stable id and skips generated ids', () => {
    const html = '<div id="content"><section id="css-1a2b3"><p>one</p><p>two</p></section></div>';
    expect(pathOf(html, 'p + p')).toBe('#content > section > p:nth-of-type(2)');
  });

  it('uses a class unique among siblings, but no appearance, state or hash', () => {
    const html = '<ul><li class="active">a</li><li class="price">b</li><li class="emotion-9k1">c</li></ul>';
    expect(pathOf(html, '.active')).toBe('body > ul > li:nth-of-type(1)');
    expect(pathOf(html, '.price')).toBe('body > ul > li.price');
    expect(pathOf(html, '.emotion-9k1')).toBe('body > ul > li:nth-of-type(3)');
  });

  it('matches every element of a page', () => {
    const html = '<main><h1>a</h1><div><p>b</p><p class="note">c</p></div><div><p>d</p></div></main>';
    const { document, found } = all(html, 'main *');
    const paths = new PathSelectors();
    for (const element of found) expect(selectAll<AnyNode, Element>(paths.of(element), document)).toEqual([element]);
  });
});

describe('the selector of a control', () => {
  const selectorOf = (html: string, css: string) => {
    const { document, element } = one(html, css);
    return controlSelector(element, document);
  };

  it('prefers attributes of the control over its position', () => {
    expect(selectorOf('<a href="/1">1</a><a rel="nofollow next" href="/2">2</a>', '[rel]')).toBe('a[rel~="next"]');
    expect(selectorOf('<button>x</button><button aria-label="More">+</button>', '[aria-label]')).toBe(
      'button[aria-label="More"]',
    );
    expect(selectorOf('<p><button>x</button></p><p class="load-more"><button>y</button></p>', '.load-more *')).toBe(
      'p.load-more > button',
    );
  });

  it('quotes labels', () => {
    expect(selectorOf(`<button aria-label='Show "all"'>+</button>`, 'button')).toBe(
      'button[aria-label="Show \\"all\\""]',
    );
  });

  it('skips names that match another element first', () => {
    const html = '<button aria-label="More">a</button><button aria-label="More">b</button>';
    expect(selectorOf(html, 'button + button')).toBe('body > button:nth-of-type(2)');
  });
});

describe('the candidates of an element', () => {
  it('rank names before tags and tags before positions', () => {
    const { document, element } = one(
      '<main><div itemprop="offers"><b>1</b><b class="price">2</b></div></main>',
      '.price',
    );
    const found = selectorsFor(element, document).map(({ css }) => css);
    expect(found[0]).toBe('.price');
    expect(found.indexOf('[itemprop="offers"] .price')).toBeLessThan(found.indexOf('main b'));
    expect(found.at(-1)).toContain('nth-of-type');
  });
});
