import { describe, expect, it } from 'vitest';
import { isHashRoute, needsScript, viewOf } from '../../../core/common/values/hash-route';

describe('the fragment of a URL', () => {
  it.each(['#/about', '#!/about', '#!about', '#/users/1?tab=2', '#users/1'])('%s is a view of an app', (hash) => {
    expect(isHashRoute(hash)).toBe(true);
    expect(viewOf(hash)).toBe(hash);
  });

  it.each(['#/', '#!/'])('%s is the start view', (hash) => {
    expect(isHashRoute(hash)).toBe(true);
    expect(viewOf(hash)).toBe('');
    expect(needsScript(hash)).toBe(false);
  });

  it.each(['', '#', '#!', '#top', '#section-2', '#:~:text=a/b', '#top:~:text=/a'])(
    '%j is an anchor in a page',
    (hash) => {
      expect(isHashRoute(hash)).toBe(false);
      expect(viewOf(hash)).toBe('');
    },
  );

  it('needs a script only if it cannot be the name of an element', () => {
    expect(['#/about', '#!about'].every(needsScript)).toBe(true);
    expect(needsScript('#users/1')).toBe(false);
  });
});
