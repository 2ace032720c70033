import { describe, expect, it } from 'vitest';
import { openZip } from '../../core/contract/zip';
import docx from '../../plugins/parsers/docx';
import xlsx from '../../plugins/parsers/xlsx';
import { makeDocx, makeXlsx } from './make-office';
import { makeZip } from './make-zip';
import { markdownOf, parseFile } from './parse-file';

describe('docx', () => {
  it('converts headings, paragraphs and tables, with title and author', async () => {
    expect(await markdownOf(docx, makeDocx())).toBe(
      '# Report\n\nThe harbour was quiet.\n\n| Month | Ships |\n| --- | --- |\n| May | 12 |',
    );
    expect((await parseFile(docx, makeDocx())).metadata).toEqual({ title: 'Harbour & town', author: 'Ada Example' });
  });

  it('writes equations as TeX', async () => {
    const r = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
    const tex = async (math: string): Promise<string> =>
      await markdownOf(docx, makeDocx(`<w:p><w:r><w:t>Here: </w:t></w:r><m:oMath>${math}</m:oMath></w:p>`));
    const fraction = `<m:f><m:num>${r('a')}</m:num><m:den>${r('b+1')}</m:den></m:f>`;
    expect(await tex(`${fraction}${r('=')}<m:sSup><m:e>${r('x')}</m:e><m:sup>${r('2')}</m:sup></m:sSup>`)).toBe(
      'Here: $\\frac{a}{b+1}=x^{2}$',
    );
    const limits = `<m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup>`;
    const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${limits}<m:e>${r('i')}</m:e></m:nary>`;
    expect(await tex(sum)).toBe('Here: $\\sum_{i=1}^{n}i$');
    const root = `<m:rad><m:deg>${r('3')}</m:deg><m:e>${r('x')}</m:e></m:rad>`;
    const sine = `<m:func><m:fName>${r('sin')}</m:fName><m:e><m:d><m:e>${r('α')}</m:e></m:d></m:e></m:func>`;
    expect(await tex(root + sine)).toBe('Here: $\\sqrt[3]{x}\\sin(\\alpha)$');
    const line = (...cells: string[]): string => `<m:mr>${cells.map((one) => `<m:e>${r(one)}</m:e>`).join('')}</m:mr>`;
    const matrix = `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e><m:m>${line('1', '0')}${line('0', '1')}</m:m></m:e></m:d>`;
    expect(await tex(matrix)).toBe('Here: $\\begin{bmatrix}1 & 0 \\\\ 0 & 1\\end{bmatrix}$');
    const display = `<w:p><m:oMathPara><m:oMath>${r('E=m')}</m:oMath></m:oMathPara></w:p>`;
    expect(await markdownOf(docx, makeDocx(display))).toBe('$$\nE=m\n$$');
  });

  it.each([
    ['the selected entry', '<w:result w:val="1"/>', 'Size: Large.'],
    ['the default entry', '<w:default w:val="2"/>', 'Size: Huge.'],
    ['the first entry', '', 'Size: Small.'],
    ['no entry for an index out of range', '<w:result w:val="7"/>', 'Size: .'],
  ])('shows a drop-down field with %s', async (_, choice, expected) => {
    const entries = ['Small', 'Large', 'Huge'].map((one) => `<w:listEntry w:val="${one}"/>`).join('');
    const field = `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList>${choice}${entries}</w:ddList></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const text = (value: string) => `<w:r><w:t xml:space="preserve">${value}</w:t></w:r>`;
    expect(await markdownOf(docx, makeDocx(`<w:p>${text('Size: ')}${field}${text('.')}</w:p>`))).toBe(expected);
  });

  it('converts checkboxes, and drops hidden text and soft hyphens', async () => {
    const text = (words: string, properties = ''): string =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`;
    const box = (checked: number): string =>
      `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${text('☐')}</w:sdtContent></w:sdt>`;
    const body = [
      `<w:p>${box(1)}${text(' done')}</w:p><w:p>${box(0)}${text(' open')}</w:p>`,
      `<w:p>${text('seen ')}${text('secret', '<w:vanish/>')}${text('shown', '<w:vanish w:val="0"/>')}</w:p>`,
      `<w:p>${text('har')}<w:r><w:softHyphen/></w:r>${text('bour')}</w:p>`,
      '<w:p><w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r></w:p>',
    ];
    expect(await markdownOf(docx, makeDocx(body.join('')))).toBe('☑ done\n\n☐ open\n\nseen shown\n\nharbour\n\n☑');
  });

  it('drops text that is hidden by its styles', async () => {
    const style = (type: string, id: string, rest: string, on = ''): string =>
      `<w:style w:type="${type}" ${on} w:styleId="${id}"><w:name w:val="${id}"/>${rest}</w:style>`;
    const [hides, shows] = ['<w:rPr><w:vanish/></w:rPr>', '<w:rPr><w:vanish w:val="false"/></w:rPr>'];
    const styles = [
      style('character', 'Secret', hides),
      style('character', 'Child', '<w:basedOn w:val="Secret"/>'),
      style('character', 'Open', `<w:basedOn w:val="Secret"/>${shows}`),
      style('paragraph', 'Note', hides),
      style('paragraph', 'SubNote', '<w:basedOn w:val="Note"/>'),
      style('paragraph', 'Loop', '<w:basedOn w:val="Loop"/>'),
    ].join('');
    const run = (text: string, properties = ''): string =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const inStyle = (id: string): string => `<w:rStyle w:val="${id}"/>`;
    const p = (content: string, id?: string): string =>
      `<w:p>${id === undefined ? '' : `<w:pPr><w:pStyle w:val="${id}"/></w:pPr>`}${content}</w:p>`;
    const body = [
      p(
        `${run('a')}${run('X1', inStyle('Secret'))}${run('X2', inStyle('Child'))}${run('b', inStyle('Open'))}${run('c', `${inStyle('Secret')}<w:vanish w:val="0"/>`)}`,
      ),
      p(`${run('X3')}${run('d', inStyle('Secret'))}${run('X4', inStyle('Open'))}`, 'SubNote'),
      p(run('e'), 'Loop'),
    ];
    expect(await markdownOf(docx, makeDocx(body.join(''), styles))).toBe('abc\n\nd\n\ne');
    const byDefault = `<w:docDefaults><w:rPrDefault>${hides}</w:rPrDefault></w:docDefaults>${style('paragraph', 'Normal', '', 'w:default="1"')}${style('paragraph', 'Shown', shows)}`;
    expect(await markdownOf(docx, makeDocx(p(run('X5')) + p(run('f'), 'Shown'), byDefault))).toBe('f');
    const normal = style('paragraph', 'Normal', hides, 'w:default="1"');
    expect(await markdownOf(docx, makeDocx(p(run('X6')) + p(run('g'), 'Heading1'), normal))).toBe('# g');
  });

  it('reports a broken file', async () => {
    await expect(parseFile(docx, 'no zip archive at all')).rejects.toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN' });
    await expect(parseFile(docx, makeDocx().slice(0, 900))).rejects.toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN' });
    await expect(parseFile(docx, makeZip({ 'other.txt': 'x' }))).rejects.toMatchObject({
      code: 'SCRAPE_DOCUMENT_BROKEN',
    });
  });
});

/** Reads a column of cells. Each cell has a number format, content and type. */
async function readCells(cells: readonly (readonly [format: string, content: string, type?: string])[], workbook = '') {
  const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const rows = cells.map(([, content, type = 'n'], at) => `<row><c s="${at}" t="${type}">${content}</c></row>`);
  const formats = cells.map(([format], at) => `<numFmt numFmtId="${164 + at}" formatCode="${quoted(format)}"/>`);
  const styles = cells.map((_, at) => `<xf numFmtId="${164 + at}"/>`);
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const file = makeXlsx(
    {},
    {
      'xl/workbook.xml': `<x:workbook xmlns:x="m" xmlns:r="r"><x:workbookPr ${workbook}/><x:sheets><x:sheet name="Cells" r:id="rId1"/></x:sheets></x:workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation(1, 'worksheet', '/xl/worksheets/one.xml')}${relation(2, 'styles', 'styles.xml')}</Relationships>`,
      'xl/worksheets/one.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
      'xl/styles.xml': `<styleSheet><numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    },
  );
  const { html, warnings } = await parseFile(xlsx, file);
  return { table: [...html.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, text]) => text), warnings };
}

describe('xlsx', () => {
  it('converts every sheet to a heading and a table', async () => {
    const file = makeXlsx({
      Ships: [
        ['Month', 'Count'],
        ['May', 12],
        ['June', 9.5],
      ],
      Empty: [],
      Cargo: [['Tons'], ['a|b']],
    });
    expect(await markdownOf(xlsx, file)).toBe(
      '## Ships\n\n| Month | Count |\n| --- | --- |\n| May | 12 |\n| June | 9.5 |\n\n## Empty\n\n## Cargo\n\n| Tons |\n| --- |\n| a\\|b |',
    );
  });

  it('formats numbers, dates and times as their cells do', async () => {
    const { table } = await readCells([
      ['00000', '<v>123</v>'],
      ['0.0%', '<v>0.1223</v>'],
      ['#,##0.00\\ "€"', '<v>1234.5</v>'],
      ['#,##0.00_);\\(#,##0.00\\)', '<v>-250.5</v>'],
      ['[h]:mm', '<v>1.5</v>'],
      ['dd/mm/yyyy', '<v>45000</v>'],
      ['dd/mm/yyyy\\ hh:mm', '<v>45000.75</v>'],
      ['mmmm yyyy', '<v>45000</v>'],
      ['General', '<v>0.30000000000000004</v>'],
      ['General', '<v>12345678901234</v>'],
      ['# ?/?', '<v>1.5</v>'],
    ]);
    expect(table).toEqual([
      ...['00123', '12.2%', '1,234.50 €', '(250.50)', '36:00', '2023-03-15', '2023-03-15 18:00', 'March 2023'],
      ...['0.3', '12345678901234', '1 1/2'],
    ]);
  });

  it('counts days of a 1904 workbook from 1904', async () => {
    expect((await readCells([['yyyy-mm-dd', '<v>0</v>']], 'date1904="1"')).table).toEqual(['1904-01-01']);
  });

  it('counts durations from zero in every workbook, also negative ones', async () => {
    const cells = [
      ['[h]:mm', '<v>1.5</v>'],
      ['[h]:mm:ss;@', '<v>-1.5</v>'],
      ['h:mm', '<v>-0.25</v>'],
      ['[mm]:ss', '<v>0.05</v>'],
      ['mm:ss.0', '<v>0.0125</v>'],
      ['[h]" h; "mm', '<v>-1.5</v>'],
      ['[h]:mm;[Red]\\-[h]:mm', '<v>-1.5</v>'],
      ['[$-409]d-mmm', '<v>43538</v>'],
    ] as const;
    const times = ['36:00', '-36:00:00', '-6:00', '72:00', '18:00.0', '-36 h; 00', '-36:00'];
    expect((await readCells(cells, 'date1904="1"')).table).toEqual([...times, '15-Mar']);
    expect((await readCells(cells)).table.slice(0, -1)).toEqual(times);
  });

  it('converts errors, booleans, rich text without phonetic guides, and formulas without a value', async () => {
    const rich = '<is><r><t>rich </t></r><r><t>言葉</t></r><rPh><t>コトバ</t></rPh></is>';
    const { table, warnings } = await readCells([
      ['General', '<v>#DIV/0!</v>', 'e'],
      ['General', '<v>1</v>', 'b'],
      ['General', rich, 'inlineStr'],
      ['General', '<f>6*7</f><v>42</v>'],
      ['General', '<f>1+1</f>'],
    ]);
    expect(table).toEqual(['#DIV/0!', 'TRUE', 'rich 言葉', '42', '=1+1']);
    expect(warnings.join()).toContain('no value for 1 formulas');
  });

  it('keeps the links of cells, and skips hidden sheets with a warning', async () => {
    const book = makeXlsx(
      {
        Shown: [
          ['Shop', 'Mail'],
          ['a', 'b'],
        ],
        Old: [['secret']],
      },
      {
        'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="Shown" r:id="rId1"/><sheet name="Old" state="veryHidden" r:id="rId2"/></sheets></workbook>`,
        'xl/worksheets/sheet1.xml': `<worksheet xmlns:r="r"><sheetData><row><c t="inlineStr"><is><t>Shop</t></is></c></row><row r="3"><c r="A3" t="inlineStr"><is><t>North</t></is></c><c r="B3" t="inlineStr"><is><t>x</t></is></c></row></sheetData><hyperlinks><hyperlink ref="A3" r:id="h1"/><hyperlink ref="B3" r:id="h2"/></hyperlinks></worksheet>`,
        'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships><Relationship Id="h1" Target="https://example.org/north" TargetMode="External"/><Relationship Id="h2" Target="javascript:alert(1)" TargetMode="External"/></Relationships>`,
      },
    );
    const { html, warnings } = await parseFile(xlsx, book);
    expect(html).toContain('<a href="https://example.org/north">North</a></td><td>x</td>');
    expect(html).not.toContain('secret');
    expect(warnings).toEqual(['Hidden sheets were skipped: Old.']);
  });

  it('links cells with a HYPERLINK formula', async () => {
    const formula = (source: string, value = '<v>seen</v>', more = ''): string =>
      `<row><c t="str"><f${more}>${source.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</f>${value}</c></row>`;
    const rows = [
      formula('HYPERLINK("https://example.org/order?x=1&y=2","order form")', '<v>order form</v>'),
      formula('hyperlink( "https://example.org/" & "joined" , A1&" (""x"")" )'),
      formula('HYPERLINK("mailto:ada@example.org")', ''),
      formula('HYPERLINK("https://example.org/new","no value")', '', ' t="shared" si="0"'),
      formula('', '<v>shared</v>', ' t="shared" si="0"'),
      formula('HYPERLINK(A1,"x")', '<v>by cell</v>'),
      formula('HYPERLINK("#Sheet!A1","x")', '<v>place</v>'),
      formula('HYPERLINK("javascript:alert(1)","x")', '<v>script</v>'),
      formula('HYPERLINK("https://example.org/"&A1,"x")', '<v>partly</v>'),
      formula('HYPERLINK("https://example.org/","x")&TRIM("y")', '<v>more</v>'),
      formula(`HYPERLINK("https://example.org/",${'"x"'.repeat(2_000)}`, '<v>slow</v>'),
    ];
    const sheet = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;
    const { html, warnings } = await parseFile(xlsx, makeXlsx({ S: [] }, { 'xl/worksheets/sheet1.xml': sheet }));
    expect(html.match(/(?<=<t[hd]>).*?(?=<\/t[hd]>)/g)).toEqual([
      '<a href="https://example.org/order?x=1&amp;y=2">order form</a>',
      '<a href="https://example.org/joined">seen</a>',
      '<a href="mailto:ada@example.org">mailto:ada@example.org</a>',
      '<a href="https://example.org/new">no value</a>',
      '<a href="https://example.org/new">shared</a>',
      'by cell',
      'place',
      'script',
      'partly',
      'more',
      'slow',
    ]);
    expect(warnings).toEqual([]);
  });

  it('truncates huge sheets and warns how much is missing', async () => {
    const rows = Array.from({ length: 26_000 }, () => Array.from({ length: 20 }, () => 1));
    const { warnings } = await parseFile(xlsx, makeXlsx({ Big: rows }));
    expect(warnings.join()).toContain('1000 rows are missing');
  });
});

describe('zip bombs', () => {
  it('are rejected by their declared size', async () => {
    const bomb = makeZip({ 'word/document.xml': 'x' }, 300_000_000);
    await expect(parseFile(docx, bomb)).rejects.toMatchObject({ code: 'SCRAPE_TOO_LARGE' });
    await expect(parseFile(xlsx, bomb)).rejects.toMatchObject({ code: 'SCRAPE_TOO_LARGE' });
  });

  it('are rejected by their actual size when the declared size is wrong', async () => {
    const bomb = makeZip({ 'a.xml': 'small', 'xl/workbook.xml': new Uint8Array(3_000_000) }, 100);
    expect(await openZip(bomb)?.unpacksWithin(2_000_000)).toBe(false);
    expect(await openZip(bomb)?.unpacksWithin(4_000_000)).toBe(true);
  });
});
