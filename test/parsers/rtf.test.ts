import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import rtf from '../../plugins/parsers/rtf';
import { markdownOf, parseFile } from './parse-file';

const fixture = new Uint8Array(readFileSync(new URL('../fixtures/documents/report.rtf', import.meta.url)));
const file = (body: string, head = ''): Uint8Array =>
  new Uint8Array(Buffer.from(`{\\rtf1\\ansi\\ansicpg1252\\deff0${head}\n${body}}`, 'latin1'));
const htmlOf = async (body: string, head = ''): Promise<string> => (await parseFile(rtf, file(body, head))).html;

it('converts headings, tables, nested lists, links and all scripts of a LibreOffice file', async () => {
  const markdown = await markdownOf(rtf, fixture);
  expect(markdown).toMatch(/^# Harbour report\n/);
  expect(markdown).toContain('[harbour page](https://example.org/harbour)');
  expect(markdown).toContain('| May | 12 | 340 |\n| June | 9 | 1,204.5 |');
  expect(markdown).toContain('- Repair the northern pier\n  - Order timber\n  - Hire carpenters\n- Hire two pilots');
  expect(markdown).toContain('1. First step\n2. Second step');
  expect(markdown).toContain('Λιμάνι και πλοία. Гавань и корабли. 港口很安静。');
  expect((await parseFile(rtf, fixture)).metadata).toMatchObject({ title: 'Harbour report', author: 'Ada Example' });
});

it('decodes characters of any code page, by number, by font and as byte pairs', async () => {
  const fonts = '{\\fonttbl{\\f0\\fcharset0 Times;}{\\f1\\fcharset204 Times;}{\\f2\\fcharset128 Mincho;}}';
  expect(await htmlOf("caf\\'e9 {\\f1 \\'cf\\'f0\\'e8} {\\f2 \\'8d\\'60} \\u8364\\'80\\u-10179?\\u-8694?", fonts)).toBe(
    '<p>café При 港 €😊</p>'.replace('😊', String.fromCharCode(65_536 - 10_179, 65_536 - 8_694)),
  );
  expect(await htmlOf('{\\uc2 \\u8364 ab} c \\{x\\} a\\~b\\emdash c')).toBe('<p>€ c {x} a\u00a0b—c</p>');
});

it('keeps formatting, line breaks, multi-line cells, notes and text boxes', async () => {
  expect(await htmlOf('a {\\b bo}{\\b ld} \\i it\\i0  x\\line y\\par z')).toBe(
    '<p>a <strong>bold</strong> <em>it</em> x<br>y</p><p>z</p>',
  );
  expect(
    await htmlOf('\\trowd\\intbl A\\cell B\\cell\\row\\trowd\\intbl c\\par d\\cell e\\cell\\row\\pard end\\par'),
  ).toBe('<table><tr><th>A</th><th>B</th></tr>\n<tr><td>c<br>d</td><td>e</td></tr></table><p>end</p>');
  expect(await htmlOf('text{\\footnote the note} on\\par')).toBe(
    '<p>text<sup><a href="#fn1">1</a></sup> on</p><section class="footnotes"><ol><li id="fn1"><p>the note</p></li></ol></section>',
  );
  expect(await htmlOf('a{\\shp{\\*\\shpinst{\\sp{\\sn x}}{\\shptxt boxed\\par}}}\\par')).toContain('boxed');
});

it('drops fonts, images, page headers, comments, deleted style names and hidden text', async () => {
  const head =
    '{\\fonttbl{\\f0 Times New Roman;}}{\\stylesheet{\\s0 Normal;}{\\s1 heading 1;}{\\*\\cs10 Heading 1 Char;}}';
  const body =
    '{\\header running head}{\\pict\\pngblip 89504e47}{\\*\\unknown gone}{\\*\\annotation said}{\\v hidden}\\s1 Title\\par\\pard text\\par';
  expect(await htmlOf(body, head)).toBe('<h1>Title</h1><p>text</p>');
  expect(await htmlOf('a\\bin5 {}{}{b\\par')).toBe('<p>ab</p>');
});

it('rejects files that are not RTF, and handles truncated and deeply nested ones', async () => {
  await expect(parseFile(rtf, 'plain words')).rejects.toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN' });
  expect(await htmlOf('{\\b never closed')).toBe('<p><strong>never closed</strong></p>');
  await expect(parseFile(rtf, file('{'.repeat(1_000_000)))).rejects.toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN' });
  expect(await htmlOf('\\constructor\\__proto__ a\\par')).toContain('a');
});

it('links only web and mail addresses', async () => {
  const link = (target: string): string => `{\\field{\\*\\fldinst{HYPERLINK "${target}"}}{\\fldrslt{here}}} after\\par`;
  expect(await htmlOf(link('https://example.org/a'))).toBe('<p><a href="https://example.org/a">here</a> after</p>');
  expect(await htmlOf(link('javascript:alert(1)'))).toBe('<p>here after</p>');
});
