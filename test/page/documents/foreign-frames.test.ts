import { describe, expect, it } from 'vitest';
import { contentFrames, frameContent, withFrames } from '../../../core/page/documents/foreign-frames';

const url = 'https://firm.example/jobs';
const board = 'https://boards.example/embed?for=firm&lang=en';
const page = (frames: string, more = '') =>
  `<html><head><title>Jobs</title></head><body><nav>${'<a href="/x">A page of the menu</a>'.repeat(20)}</nav><h1>Jobs</h1>${frames}${more}<footer>${'Imprint and privacy. '.repeat(30)}</footer></body></html>`;
const frame = (src: string, attributes = '') => `<iframe src="${src.replaceAll('&', '&amp;')}"${attributes}></iframe>`;
const prose = `<p>${'We build pumps for gardens. '.repeat(20)}</p>`;

describe('a frame of another host', () => {
  it('holds the content of a page with little other text, besides menus and links', () => {
    expect(contentFrames(page(frame(board)), url)).toEqual([board]);
    expect(contentFrames(page(frame(board, ' allow="payment; web-share"')), url)).toEqual([board]);
    expect(contentFrames(page(frame(`//docs.example/guide`)), url)).toEqual(['https://docs.example/guide']);
  });

  it.each([
    ['text', page(frame(board), prose)],
    ['many frames', page(Array.from({ length: 8 }, (_, at) => frame(`https://tiles.example/${at}`)).join(''))],
    ['a frame of the same host', page(frame('/inner'))],
    ['a hidden frame', page(frame(board, ' style="display:none"'))],
    ['an advertisement', page(frame('https://x1.example/a', ' id="google_ads_iframe_1"'))],
    ['a frame of one pixel', page(frame(board, ' width="1" height="1"'))],
    ['a frame in a comment', page(`<!-- ${frame(board)} -->`)],
    ['a frame in an unclosed comment', page(`<!-- ${frame(board)}`)],
    ['a frame in a string of a script', page(`<script>write('${frame(board)}')</script>`)],
    ['a frame for browsers without scripts', page(`<NoScript>${frame(board)}</NoScript>`)],
  ])('does not hold the content of a page with %s', (_, html) => {
    expect(contentFrames(html, url)).toEqual([]);
  });

  it.each([
    'https://www.youtube.com/embed/abc',
    'https://player.vimeo.com/video/1',
    'https://www.google.com/maps/embed?pb=1',
    'https://www.googletagmanager.com/ns.html?id=1',
    'https://consent.cookiebot.example/banner',
    'https://js.stripe.com/v3/',
    'https://www.google.com/recaptcha/api2/anchor',
    'https://www.facebook.com/plugins/page.php',
    'https://disqus.com/embed/comments/',
    'https://docs.google.com/forms/d/1/viewform',
  ])('stays a link for a widget: %s', (src) => {
    expect(contentFrames(page(frame(src)), url)).toEqual([]);
  });

  it('stays a link if it is a form or has no text', () => {
    expect(frameContent(`<form><p>${'Apply here now. '.repeat(30)}</p><input name="mail"></form>`, board)).toBe(
      undefined,
    );
    expect(frameContent('<h1>Hello</h1>', board)).toBe(undefined);
  });

  it('replaces neither a comment nor a script that mentions it', () => {
    const unseen = `<!-- ${frame(board)} --><script>write('${frame(board)}')</script>`;
    const filled = withFrames(page(unseen + frame(board)), url, new Map([[board, '<p>Hello</p>']]));
    expect(filled).toContain(unseen);
    expect(filled.match(/srcdoc=/g)).toHaveLength(1);
  });

  it('resolves its URLs against its base element', () => {
    const html = `<head><base href="https://files.example/team/"></head><a href="job/1">Gardener</a>${prose}`;
    expect(frameContent(html, board)).toContain('href="https://files.example/team/job/1"');
  });

  it('is put into the page with absolute URLs, in any encoding', () => {
    const content = frameContent(
      `<body onload="x()"><script>1</script><a href="job/1">Gärtner ☂</a>${prose}</body>`,
      board,
    );
    expect(content).toContain('href="https://boards.example/job/1"');
    expect(content).not.toContain('script');
    const filled = withFrames(page(frame(board)), url, new Map([[board, content ?? '']]));
    expect(filled).toContain('srcdoc="');
    expect(filled).toContain('G&#228;rtner &#9730;');
    const prices = withFrames(page(frame(board)), url, new Map([[board, '<td>1 $</td><td>2 $$ & more</td>']]));
    expect(prices).toContain('&#60;td&#62;1 $&#60;/td&#62;&#60;td&#62;2 $$ &#38; more&#60;/td&#62;');
  });
});
