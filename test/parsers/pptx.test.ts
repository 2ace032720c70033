import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import pptx from '../../plugins/parsers/pptx';
import { makePptx, type Slide } from './make-pptx';
import { makeZip } from './make-zip';
import { markdownOf, parseFile } from './parse-file';

const fixture = new Uint8Array(readFileSync(new URL('../fixtures/documents/slides.pptx', import.meta.url)));
const place = (type: string, body: string): string =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody>${body}</p:txBody></p:sp>`;
const line = (text: string, properties = '', look = ''): string =>
  `<a:p><a:pPr ${properties}/><a:r><a:rPr ${look}/><a:t>${text}</a:t></a:r></a:p>`;

it('converts titles, nested lists, links and tables of LibreOffice slides in order', async () => {
  expect(await markdownOf(pptx, fixture)).toBe(
    'The harbour in spring\n\n- Repair the pier\n  - Order timber\n- Hire [pilots](https://example.org/pilots)\n\nFigures\n\n| Month | Ships |\n| --- | --- |\n| May | 12 |',
  );
});

it('converts slides in presentation order, titles first, with speaker notes and image descriptions', async () => {
  const first: Slide = {
    body:
      place('body', line('Pier') + line('Timber', 'lvl="1"') + line('Pilots')) +
      '<p:pic><p:nvPicPr><p:cNvPr id="4" name="p" descr="A crane"/></p:nvPicPr></p:pic>' +
      place('ctrTitle', `<a:p><a:r><a:t>Spring</a:t></a:r><a:br/><a:r><a:t>2026</a:t></a:r></a:p>`) +
      place('ftr', line('every slide')),
    notes: place('body', line('Speak slowly.')),
  };
  const second: Slide = {
    body: `${place('title', line('Summer'))}<p:grpSp>${place('subTitle', line('a ', '', 'b="1"') + line('plain'))}</p:grpSp><mc:AlternateContent><mc:Choice>${place('body', line('chosen'))}</mc:Choice><mc:Fallback>${place('body', line('instead'))}</mc:Fallback></mc:AlternateContent>`,
  };
  const markdown = await markdownOf(pptx, makePptx([first, second], [1, 0]));
  expect(markdown).toBe(
    '## Summer\n\n**a**\n\nplain\n\n- chosen\n\n## Spring 2026\n\n- Pier\n  - Timber\n- Pilots\n\nA crane\n\n> Speak slowly.',
  );
});

it('warns that charts were not read', async () => {
  const chart =
    '<p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="rId9"/></a:graphicData></a:graphic></p:graphicFrame>';
  const { warnings } = await parseFile(pptx, makePptx([{ body: place('title', line('Figures')) + chart }]));
  expect(warnings).toEqual(['Parts of the presentation were not read: charts and diagrams.']);
});

it('ignores external relations and reports a broken one', async () => {
  const files = {
    'ppt/presentation.xml': '<p:presentation><p:sldIdLst><p:sldId r:id="rId1"/></p:sldIdLst></p:presentation>',
  };
  const relations = '<Relationships><Relationship Id="rId1" Target="../../../../etc/hostname"/></Relationships>';
  const outside = makeZip({ ...files, 'ppt/_rels/presentation.xml.rels': relations });
  expect(await parseFile(pptx, outside)).toMatchObject({
    html: '',
    warnings: ['Parts of the presentation were not read: damaged slides.'],
  });
  await expect(parseFile(pptx, makeZip({ 'a.xml': 'x' }))).rejects.toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN' });
  await expect(parseFile(pptx, fixture.slice(0, 9_000))).rejects.toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN' });
});
