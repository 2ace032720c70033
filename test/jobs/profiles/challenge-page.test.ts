import { describe, expect, it } from 'vitest';
import type { Page } from '../../../core/common/model';
import { isChallengePage } from '../../../core/jobs/profiles/challenge-page';
import { hasPasswordField } from '../../../core/jobs/profiles/requires-login';

const page = (html: string, more: Partial<Page> = {}): Page => ({
  ...{ url: 'https://shop.example/', statusCode: 200, headers: {}, contentType: 'text/html' },
  ...{ body: Buffer.from(html), rendered: false, engine: 'http', proxyUsed: 'basic', captures: {}, warnings: [] },
  ...more,
});
const article = `<p>${'The glacier moves a metre a day. '.repeat(80)}</p>`;

describe('a human verification page', () => {
  it.each([
    ['by its title', page('<title>Just a moment...</title><div id="cf-wrapper"></div>', { statusCode: 403 })],
    ['by a header', page('', { headers: { 'cf-mitigated': 'challenge' } })],
    ['in words', page('<h1>Please verify you are human</h1>')],
    ['in German', page('<h1>Ich bin kein Roboter</h1>')],
    ['by pressing', page('<p>Press & Hold to confirm you are a human</p>', { statusCode: 403 })],
    ['by a captcha alone', page('<div class="g-recaptcha" data-sitekey="x"></div><button>Go</button>')],
    ['after letters whose lower case is longer', page('<p>İİİİ<script>x</script><b>verify you are human</b>')],
    ['by a script', page('<script src="https://ct.captcha-delivery.com/c.js"></script>', { statusCode: 403 })],
  ])('is recognised %s', (_, one) => expect(isChallengePage(one)).toBe(true));

  it.each([
    ['that is as usual', page('<h1>Orders</h1>')],
    ['with a captcha below an article', page(`${article}<div class="g-recaptcha"></div>`)],
    ['with a contact form', page('<form><input type="email"><div class="h-captcha"></div></form>')],
    ['that is long and speaks of robots', page(`<h1>Are you a robot?</h1>${article}`)],
    ['that is no HTML', page('verify you are human', { contentType: 'application/json' })],
  ])('is not confused with one %s', (_, one) => expect(isChallengePage(one)).toBe(false));
});

it.each(['<!--', '<script>', '<head>', '<svg', '<input type=text ', '<', '<title>', '<title ', '&', '<a '])(
  'scans a page of only %j quickly',
  (piece) => {
    const started = process.cpuUsage();
    isChallengePage(page(piece.repeat(500_000 / piece.length)));
    hasPasswordField(piece.repeat(2_000_000 / piece.length));
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000);
  },
);
