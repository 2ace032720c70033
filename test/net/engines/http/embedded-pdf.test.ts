import { describe, expect, it } from 'vitest';
import { embeddedPdf } from '../../../../core/net/engines/http/embedded-pdf';

const base = new URL('https://site.test/papers/view');
const find = (body: string, type = 'text/html') =>
  embeddedPdf(
    Buffer.from(
      `<html><head><title>Annual report of the harbour and its many boats</title></head><body>${body}</body></html>`,
    ),
    type,
    base,
  )?.href;

describe('a page with only an embedded PDF', () => {
  it.each([
    ['embed', '<embed src="/files/cv.pdf#page=2" type="application/pdf">', 'https://site.test/files/cv.pdf'],
    ['iframe', '<iframe src="a.PDF" width="900"></iframe>', 'https://site.test/papers/a.PDF'],
    [
      'object with a fallback',
      '<object data="/get?id=1&amp;x=2" type="application/pdf"><p>Your browser cannot show this file, which is a pity. <a href="/get">Load it</a></p></object>',
      'https://site.test/get?id=1&x=2',
    ],
    [
      'viewer',
      '<iframe src="/lib/web/viewer.html?file=../../r%201.pdf#zoom=80"></iframe>',
      'https://site.test/r%201.pdf',
    ],
    [
      'viewer of another host',
      '<iframe src="https://docs.test/gview?embedded=true&amp;url=https://files.test/a.pdf"></iframe>',
      'https://files.test/a.pdf',
    ],
    [
      'object with an address relative to a base element',
      '<base target="_top" href="/library/"><object data="plan.pdf#toolbar=0" type="application/pdf"></object>',
      'https://site.test/library/plan.pdf',
    ],
    ['object around an embed', '<object data="a.pdf"><embed src="a.pdf"></object>', 'https://site.test/papers/a.pdf'],
    [
      'one beside its name',
      '<h1>Report</h1><script>var a = "<iframe>";</script><iframe src=/r.pdf></iframe>',
      'https://site.test/r.pdf',
    ],
    [
      'one between header and footer',
      `<header><nav>${'<a href="/">Harbour news and notes</a>'.repeat(4)}</nav></header><h1>Report</h1><iframe src="/r.pdf"></iframe><footer><p>${'All rights reserved by the harbour. '.repeat(3)}</p></footer>`,
      'https://site.test/r.pdf',
    ],
  ])('leads to the PDF: %s', (_, body, expected) => {
    expect(find(body)).toBe(expected);
  });

  it.each([
    ['text beside it', `<p>${'The harbour was quiet. '.repeat(5)}</p><iframe src="/a.pdf"></iframe>`],
    ['a viewer of another kind of file', '<iframe src="/viewer.html?file=/a.docx"></iframe>'],
    ['two files', '<iframe src="/a.pdf"></iframe><iframe src="/b.pdf"></iframe>'],
    ['a page in the frame', '<iframe src="/map"></iframe>'],
    ['an address of another scheme', '<embed type="application/pdf" src="blob:https://site.test/1.pdf">'],
    ['itself', '<embed type="application/pdf" src="/papers/view">'],
  ])('stays a page with %s', (_, body) => {
    expect(find(body)).toBeUndefined();
  });

  it('is detected only in short HTML pages', () => {
    expect(find('<embed src="/a.pdf">', 'text/plain')).toBeUndefined();
    expect(find(`<embed src="/a.pdf"><i></i>${'<br>'.repeat(17_000)}`)).toBeUndefined();
  });
});
