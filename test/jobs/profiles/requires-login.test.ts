import { describe, expect, it } from 'vitest';
import type { Page } from '../../../core/common/model';
import { requiresLogin } from '../../../core/jobs/profiles/requires-login';

const page = (html: string, more: Partial<Page> = {}): Page => ({
  ...{ url: 'https://shop.example/orders', statusCode: 200, headers: {}, contentType: 'text/html' },
  ...{ body: Buffer.from(html), rendered: false, engine: 'http', proxyUsed: 'basic', captures: {}, warnings: [] },
  ...more,
});
const asked = 'https://shop.example/orders';

describe('a page that asks for a login', () => {
  it.each([
    ['with a field for a password', page('<form><INPUT name=p TYPE="password"></form>')],
    ['where it leads to a login page', page('', { url: 'https://shop.example/account/sign-in?next=/orders' })],
    ['where it leads to another site that signs in', page('', { url: 'https://id.example/sso' })],
    ['by its status', page('', { statusCode: 401 })],
  ])('is recognised %s', (_, one) => expect(requiresLogin(one, asked)).toBe(true));

  it.each([
    ['that is as usual', page('<h1>Orders</h1><input type=search>')],
    ['on which a password is changed', page('<input type=password><input type=password>')],
    ['on which a password is chosen', page('<input type=password autocomplete=new-password>')],
    [
      'that speaks of one in a script',
      page('<script>x = \'<input type="password">\'</script><!-- <input type=password> -->'),
    ],
    ['that is no HTML', page('<input type=password>', { contentType: 'application/json' })],
    ['about blogging', page('', { url: 'https://shop.example/catalogin/list' })],
  ])('is not confused with one %s', (_, one) => expect(requiresLogin(one, asked)).toBe(false));
});
