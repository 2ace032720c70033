import { expect, it } from 'vitest';
import epub from '../../plugins/parsers/epub';
import { makeEpub } from './make-epub';
import { makeZip } from './make-zip';
import { markdownOf, parseFile } from './parse-file';

const chapters = {
  'two.xhtml':
    '<h1>Second</h1><p>On <a href="one.xhtml#top">the first</a> and <a href="https://example.org/">the web</a>.</p><img src="a.png" alt="A crane"/>',
  'text/one.xhtml':
    '<h1 id="top">First</h1><script>bad()</script><table><tr><th>Month</th></tr><tr><td>May</td></tr></table>',
};

it('converts chapters in reading order, with working links and metadata', async () => {
  const file = makeEpub(chapters, ['text/one.xhtml', 'two.xhtml']);
  const markdown = await markdownOf(epub, file);
  expect(markdown).toMatch(/^# First\n\n\| Month \|\n\| --- \|\n\| May \|\n\n# Second/);
  expect(markdown).toContain('On the first and [the web](https://example.org/).');
  expect(markdown).toContain('A crane');
  expect(markdown).not.toMatch(/bad|xhtml|png/);
  const { metadata, warnings } = await parseFile(epub, file);
  expect(metadata).toEqual({ title: 'Harbour tales', author: 'Ada Example', language: 'en' });
  expect(warnings).toEqual([]);
});

it('warns about missing chapters', async () => {
  const { html, warnings } = await parseFile(epub, makeEpub(chapters, ['two.xhtml', '../../etc/hostname']));
  expect(html).toContain('Second');
  expect(warnings).toEqual(['1 of the 2 chapters of the book could not be read.']);
});

it('distinguishes a protected book from a broken one', async () => {
  const locked = (method: string) =>
    makeEpub(chapters, ['two.xhtml'], {
      'META-INF/encryption.xml': `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="${method}"/></enc:EncryptedData></encryption>`,
    });
  await expect(parseFile(epub, locked('http://www.w3.org/2001/04/xmlenc#aes128-cbc'))).rejects.toMatchObject({
    code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
  });
  await expect(parseFile(epub, locked('http://www.idpf.org/2008/embedding'))).resolves.toBeDefined();
  await expect(parseFile(epub, makeZip({ mimetype: 'application/epub+zip' }))).rejects.toMatchObject({
    code: 'SCRAPE_DOCUMENT_BROKEN',
  });
});
