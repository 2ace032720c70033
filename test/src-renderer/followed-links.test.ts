import { describe, expect, it } from 'vitest';
import type { RecipeField } from '../../core/common/recipe';
import { type Followed, followedIn, linkToFollow, unlinkedSentence } from '../../src-renderer/display/followed-links';

const column = (name: string, type: RecipeField['type'] = 'link'): RecipeField => ({
  ...{ name, type, sources: [{ selector: 'a' }] },
});
const weight = column('weight', 'number');
const url = 'https://shop.example/p/1';
const recipe = { version: 1 as const, name: 'shop', pages: ['*'], fields: [column('link')] };
const followed: Followed = {
  ...{ link: 'link', url, page: 'https://shop.example/', recipe, fields: [weight], row: { weight: 3 } },
  details: { link: 'link', fields: [weight] },
};

describe('columns of followed pages', () => {
  it('stay when other records have a new name for the link column', () => {
    expect(followedIn(followed, { fields: [column('link')], rows: [] })).toBe(followed);
    const rows = [{ title: 'Lamp', page: url }];
    const moved = followedIn(followed, { fields: [column('title', 'text'), column('page')], rows });
    expect([moved?.link, moved?.details?.link]).toEqual(['page', 'page']);
  });

  it('are omitted with a message while the link column is missing, and return with it', () => {
    const without = { fields: [column('title', 'text')], rows: [{ title: 'Lamp' }] };
    expect(followedIn(followed, without)).toBeUndefined();
    expect(unlinkedSentence(followed)).toBe(
      'Removed: weight. The removed values came from the pages linked in the column “link”, which is no longer in the table.',
    );
    expect(linkToFollow(followed, [column('link'), column('title', 'text')], without.fields)).toBe(followed);
  });

  it('follow a renamed link column', () => {
    expect(linkToFollow(followed, [column('link')], [column('address')])?.details?.link).toBe('address');
  });
});
