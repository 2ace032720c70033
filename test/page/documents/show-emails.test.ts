import { textContent } from 'domutils';
import { describe, expect, it } from 'vitest';
import { selectElements } from '../../../core/contract/selectors';
import { parseHtml } from '../../../core/page/documents/parse-html';

/** Encodes an address as Cloudflare does. */
function encoded(address: string, key = 0x5a): string {
  const bytes = [key, ...Buffer.from(address).map((byte) => byte ^ key)];
  return Buffer.from(bytes).toString('hex');
}
const crew = encoded('crew@example.org');
const path = '/cdn-cgi/l/email-protection';

function read(body: string) {
  const { document } = parseHtml(`<html><body>${body}</body></html>`);
  const [link] = selectElements(document, ['a']);
  return { text: textContent(document), href: link && 'attribs' in link ? link.attribs.href : undefined };
}

describe('an email address that Cloudflare encodes', () => {
  it('is shown in place of its placeholder', () => {
    const body = `Write to <span class="__cf_email__" data-cfemail="${crew}">[email&#160;protected]</span> now`;
    expect(read(body).text).toBe('Write to crew@example.org now');
  });

  it.each([
    `<a href="${path}" class="__cf_email__" data-cfemail="${crew}">[email&#160;protected]</a>`,
    `<a href="${path}#${crew}"><span class="__cf_email__" data-cfemail="${crew}">[email&#160;protected]</span></a>`,
    `<a href="https://example.org${path}#${encoded('crew@example.org', 7)}">crew@example.org</a>`,
  ])('is the target of %s', (body) =>
    expect(read(body)).toEqual({ text: 'crew@example.org', href: 'mailto:crew@example.org' }),
  );

  it('leaves the text of its link', () =>
    expect(read(`<a href="${path}#${crew}">Write to us</a>`)).toEqual({
      text: 'Write to us',
      href: 'mailto:crew@example.org',
    }));

  it.each(['zz', '5a', encoded('no address')])('is not decoded from %s', (hex) =>
    expect(read(`<a href="${path}" data-cfemail="${hex}">[email protected]</a>`)).toEqual({
      text: '[email protected]',
      href: path,
    }),
  );
});
