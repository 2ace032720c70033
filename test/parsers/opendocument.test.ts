import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import opendocument from '../../plugins/parsers/opendocument';
import { makeOpenDocument } from './make-opendocument';
import { makeZip } from './make-zip';
import { markdownOf, parseFile } from './parse-file';

const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../fixtures/documents/${name}`, import.meta.url)));

describe('OpenDocument texts', () => {
  it('convert headings, tables, nested lists, links, code and all scripts of a LibreOffice file', async () => {
    const markdown = await markdownOf(opendocument, fixture('report.odt'));
    expect(markdown).toMatch(/^# Harbour report\n/);
    expect(markdown).toContain('[harbour page](https://example.org/harbour)');
    expect(markdown).toContain(
      '| Month | Ships | Cargo (t) |\n| --- | --- | --- |\n| May | 12 | 340 |\n| June | 9 | 1,204.5 |',
    );
    expect(markdown).toContain('- Repair the northern pier\n  - Order timber\n  - Hire carpenters\n- Hire two pilots');
    expect(markdown).toContain('1. First step\n2. Second step');
    expect(markdown).toContain('Λιμάνι και πλοία. Гавань и корабли. 港口很安静。  \nSecond line');
    expect(markdown).toContain('```\nif (a) {\n  b();\n}\n```');
  });

  it('keep formatting, spaces, notes, text boxes and merged cells, and drop comments and deletions', async () => {
    const styles =
      '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>';
    const body =
      '<text:tracked-changes><text:changed-region><text:p>deleted text</text:p></text:changed-region></text:tracked-changes>' +
      '<text:p>one<text:s text:c="2"/>two <text:span text:style-name="T1">bo</text:span><text:span text:style-name="T1">ld</text:span>' +
      '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>The note.</text:p></text:note-body></text:note>' +
      '<office:annotation><text:p>a comment</text:p></office:annotation></text:p>' +
      '<text:p><draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame></text:p>' +
      '<table:table><table:table-header-rows><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Wide</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table-header-rows>' +
      '<table:table-row><table:table-cell><text:p>a</text:p><text:p>b</text:p></table:table-cell><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row></table:table>';
    const { html, metadata } = await parseFile(opendocument, makeOpenDocument('text', body, styles));
    expect(html).toContain('one  two <strong>bold</strong><sup><a href="#fn1">1</a></sup>');
    expect(html).toContain('<p>In a box</p>');
    expect(html).toContain('<th colspan="2">Wide</th>');
    expect(html).toContain('<td>a<br>b</td><td>c</td>');
    expect(html).toMatch(/<li id="fn1"><p>The note\.<\/p><\/li><\/ol><\/section>$/);
    expect(html).not.toMatch(/deleted|comment/);
    expect(metadata).toEqual({ title: 'Harbour & town', author: 'Ada Example' });
  });
});

describe('OpenDocument sheets', () => {
  it('link cells with a link or a HYPERLINK formula', async () => {
    const cell = (text: string, formula = ''): string =>
      `<table:table-row><table:table-cell table:formula="${formula.replaceAll('"', '&quot;')}"><text:p>${text}</text:p></table:table-cell></table:table-row>`;
    const rows = [
      cell('Link'),
      cell('order form', 'of:=HYPERLINK("https://example.org/order";"order form")'),
      cell('<text:a xlink:href="https://example.org/prices">price list</text:a>'),
      cell('place', 'of:=HYPERLINK("#Sheet.A1";"place")'),
      cell('by cell', 'of:=HYPERLINK([.A1];"by cell")'),
    ];
    const body = `<table:table table:name="S">${rows.join('')}</table:table>`;
    expect(await markdownOf(opendocument, makeOpenDocument('spreadsheet', body))).toBe(
      '## S\n\n| Link |\n| --- |\n| [order form](https://example.org/order) |\n| [price list](https://example.org/prices) |\n| place |\n| by cell |',
    );
  });

  it('convert every sheet with displayed values, repeated cells and ISO 8601 dates', async () => {
    const cell = (text: string, more = ''): string =>
      `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
    const body =
      `<table:table table:name="Ships"><table:table-row>${cell('Day')}${cell('Share')}${cell('Note')}</table:table-row>` +
      `<table:table-row>${cell('01.05.26', 'office:value-type="date" office:date-value="2026-05-01T00:00:00"')}${cell('12 %', 'office:value-type="percentage" office:value="0.12"')}<table:table-cell/></table:table-row>` +
      `<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>` +
      `<table:table-row table:number-rows-repeated="2">${cell('same', 'table:number-columns-repeated="2"')}</table:table-row></table:table>` +
      '<table:table table:name="Empty"/>';
    expect(await markdownOf(opendocument, makeOpenDocument('spreadsheet', body))).toBe(
      '## Ships\n\n| Day | Share | Note |\n| --- | --- | --- |\n| 2026-05-01 | 12 % |  |\n| same | same |  |\n| same | same |  |\n\n## Empty',
    );
  });

  it('are truncated with a warning when repetitions make them huge', async () => {
    const body =
      '<table:table table:name="Big"><table:table-row table:number-rows-repeated="400000"><table:table-cell table:number-columns-repeated="5"><text:p>x</text:p></table:table-cell></table:table-row></table:table>';
    const { warnings } = await parseFile(opendocument, makeOpenDocument('spreadsheet', body));
    expect(warnings).toEqual(['The sheets were truncated after 500000 cells; 300000 rows are missing.']);
  });
});

describe('OpenDocument slides', () => {
  it('convert titles to headings, nested lists, tables and speaker notes', async () => {
    const item = (text: string): string => `<text:list-item><text:p>${text}</text:p></text:list-item>`;
    const body =
      '<draw:page draw:name="1"><draw:frame presentation:class="footer"><draw:text-box><text:p>every slide</text:p></draw:text-box></draw:frame>' +
      `<draw:frame presentation:class="outline"><draw:text-box><text:list text:style-name="L2">${item('Pier')}</text:list><text:list text:style-name="L2"><text:list-item><text:list>${item('Timber')}</text:list></text:list-item></text:list><text:list text:style-name="L2">${item('Pilots')}</text:list></draw:text-box></draw:frame>` +
      '<draw:frame presentation:class="title"><draw:text-box><text:p>Spring</text:p></draw:text-box></draw:frame>' +
      '<presentation:notes><draw:frame presentation:class="notes"><draw:text-box><text:p>Speak slowly.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>' +
      '<draw:page draw:name="2"><draw:frame presentation:class="title"><draw:text-box><text:p>Summer</text:p></draw:text-box></draw:frame></draw:page>';
    expect(await markdownOf(opendocument, makeOpenDocument('presentation', body))).toBe(
      '## Spring\n\n- Pier\n  - Timber\n- Pilots\n\n> Speak slowly.\n\n## Summer',
    );
  });
});

describe('unreadable OpenDocument files', () => {
  it('are distinguished as broken, encrypted or too large', async () => {
    const codeOf = (file: Uint8Array) => parseFile(opendocument, file).catch(({ code }) => code);
    expect(await codeOf(fixture('report.odt').slice(0, 5_000))).toBe('SCRAPE_DOCUMENT_BROKEN');
    expect(await codeOf(makeZip({ 'content.xml': '<nothing/>' }))).toBe('SCRAPE_DOCUMENT_BROKEN');
    expect(await codeOf(makeZip({ 'content.xml': 'x' }, 300_000_000))).toBe('SCRAPE_TOO_LARGE');
    const locked = { 'content.xml': 'noise', 'META-INF/manifest.xml': '<manifest:encryption-data/>' };
    await expect(parseFile(opendocument, makeZip(locked))).rejects.toMatchObject({
      code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
      message: expect.stringContaining('encrypted'),
    });
  });

  it('expand no entities, open no other files, and may be nested extremely deep', async () => {
    const doctype =
      '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;"><!ENTITY file SYSTEM "file:///etc/hostname">]>';
    const { html } = await parseFile(opendocument, makeOpenDocument('text', '<text:p>&b;&file;</text:p>', '', doctype));
    expect(html).not.toContain('lol');
    const deep = `${'<text:section>'.repeat(100_000)}<text:p>x</text:p>${'</text:section>'.repeat(100_000)}`;
    await expect(parseFile(opendocument, makeOpenDocument('text', deep))).rejects.toMatchObject({
      code: 'SCRAPE_DOCUMENT_BROKEN',
    });
  });
});
