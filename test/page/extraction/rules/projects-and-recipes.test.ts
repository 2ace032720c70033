import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const list = { type: 'array', items: text };
const page = (content: string, outside = '') =>
  `<html lang="en"><head><title>A year of rye</title></head><body>${outside}<main><h1>A year of rye</h1>${content}</main><footer><p>Copyright © 2021 - 2024 The Rye Authors, MIT licence</p></footer></body></html>`;
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

describe('the documentation of a project', () => {
  const header =
    '<nav><a href="https://git.example/rye/rye" title="Go to repository"><div class="repository">rye/rye</div><ul><li class="fact--version">0.17.3</li></ul></a></nav>';

  it('states repository, version and license in its header and footer', () => {
    expect(read(page('<p>One file.</p>', header), { repository: text, latest_version: text, license: text })).toEqual({
      repository: 'rye/rye',
      latest_version: '0.17.3',
      license: 'MIT',
    });
  });

  it('has no repository without such a link', () => {
    const credit = '<p>Built with <a href="https://git.example/themes/blue">a theme</a>.</p>';
    expect(read(page(credit), { repository: text, latest_version: text })).toEqual({});
  });
});

describe('a recipe without headings for its lists', () => {
  const ingredients = ['600 g rye flour', '480 g water', '14 g salt', 'a little oil'];
  const steps = ['Stir everything to a paste.', 'Bake for an hour.'];
  const items = (entries: readonly string[]) => entries.map((entry) => `<li>${entry}</li>`).join('');
  const recipe = `<h2>The loaf</h2><p>It takes a night.</p><ul>${items(ingredients)}</ul><ol>${items(steps)}</ol>`;

  it('has its amounts as ingredients and the numbered list after them as steps', () => {
    expect(read(page(recipe), { ingredients: list, steps: list })).toEqual({ ingredients, steps });
  });

  it('is not a list without amounts', () => {
    const html = page(
      `<ul>${items(['What rye is', 'What 2 l of water do', 'Why it fails'])}</ul><ol>${items(steps)}</ol>`,
    );
    expect(read(html, { ingredients: list })).toEqual({});
  });
});
