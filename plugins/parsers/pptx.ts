import { type AnyNode, type Document, type Element, isTag } from 'domhandler';
import { getElementsByTagName, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import {
  brokenDocument,
  defineParser,
  escapeHtml,
  isTooDeep,
  type ListEntry,
  listHtml,
  officeMetadata,
  openOfficeFile,
  piecesHtml,
  type TextPiece,
  tableHtml,
  type ZipArchive,
} from '../../core/contract/plugin';

/** A part of the file, with its relationship targets keyed by `r:id`. */
interface Part {
  readonly root: Document;
  readonly targets: ReadonlyMap<string, string>;
}

const MAX_XML_BYTES = 50_000_000;
const MAX_SLIDES = 5_000;
/** Types of placeholders that repeat on every slide and are not part of the slide's text. */
const FRAME = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg']);
const TITLES = new Set(['title', 'ctrTitle']);

/** `pptx`: PowerPoint slides in order, with titles, lists, tables, links and speaker notes. */
export default defineParser({
  id: 'pptx',
  summary: 'Reads PowerPoint slides.',
  mediaTypes: [
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  ],
  extensions: ['.pptx', '.ppsx', '.pptm'],
  async parse(bytes, { url }) {
    const archive = await openOfficeFile(bytes, url);
    try {
      const show = await readPart(archive, 'ppt/presentation.xml');
      if (show === undefined) throw brokenDocument(url);
      const names = getElementsByTagName('p:sldId', show.root).map(({ attribs }) =>
        show.targets.get(attribs['r:id'] ?? ''),
      );
      const parts: string[] = [];
      const missing = new Set<string>();
      for (const name of names.slice(0, MAX_SLIDES)) {
        const slide = name === undefined ? undefined : await readPart(archive, name);
        if (slide === undefined) missing.add('damaged slides');
        else parts.push(slideHtml(slide, await notesOf(archive, slide), missing));
      }
      if (names.length > MAX_SLIDES) missing.add(`${names.length - MAX_SLIDES} slides after the first ${MAX_SLIDES}`);
      const warnings = missing.size > 0 ? [`Parts of the presentation were not read: ${[...missing].join(', ')}.`] : [];
      return { html: parts.join('\n'), metadata: await officeMetadata(archive), warnings };
    } catch (error) {
      throw brokenDocument(url, error);
    }
  },
});

/**
 * Parses a part and its relationships. Returns undefined if the part is missing. Entities defined in the XML are not
 * expanded.
 */
async function readPart(archive: ZipArchive, name: string): Promise<Part | undefined> {
  const text = await archive.text(name, MAX_XML_BYTES);
  if (text === undefined || isTooDeep(text)) return undefined;
  const at = name.lastIndexOf('/') + 1;
  const relations = await archive.text(`${name.slice(0, at)}_rels/${name.slice(at)}.rels`, MAX_XML_BYTES);
  const targets = new Map<string, string>();
  for (const { attribs } of getElementsByTagName('Relationship', parseDocument(relations ?? '', { xmlMode: true }))) {
    const target = attribs.Target ?? '';
    const own = attribs.TargetMode === 'External' ? target : new URL(target, `zip:///${name}`).pathname.slice(1);
    targets.set(attribs.Id ?? '', own);
  }
  return { root: parseDocument(text, { xmlMode: true }), targets };
}

async function notesOf(archive: ZipArchive, slide: Part): Promise<string> {
  const name = [...slide.targets.values()].find((target) => target.startsWith('ppt/notesSlides/'));
  const notes = name === undefined ? undefined : await readPart(archive, name);
  if (notes === undefined) return '';
  const shapes = getElementsByTagName('p:sp', notes.root).filter((shape) => placeOf(shape) === 'body');
  return shapes.map((shape) => textHtml(shape, notes, false)).join('');
}

function slideHtml(slide: Part, notes: string, missing: Set<string>): string {
  const [tree] = getElementsByTagName('p:spTree', slide.root);
  const shapes = shapesOf(tree?.children ?? []).filter((shape) => !FRAME.has(placeOf(shape)));
  const title = shapes.find((shape) => TITLES.has(placeOf(shape)));
  const heading =
    title === undefined ? '' : piecesHtml(paragraphsOf(title).flatMap((one) => [...plainOf(one), { text: ' ' }]));
  const rest = shapes.filter((shape) => shape !== title).map((shape) => shapeHtml(shape, slide, missing));
  return [
    heading === '' ? '' : `<h2>${heading}</h2>`,
    ...rest,
    notes === '' ? '' : `<blockquote>${notes}</blockquote>`,
  ].join('');
}

/** Removes the formatting from a heading's text. */
const plainOf = (paragraph: Element): TextPiece[] =>
  piecesOf(paragraph, new Map()).map(({ text }) => ({ text: text.replace(/\n/g, ' ') }));

/** Returns all shapes, including shapes in groups. For alternative content, uses the first choice. */
function shapesOf(nodes: readonly AnyNode[]): Element[] {
  return nodes.filter(isTag).flatMap((node) => {
    if (node.name === 'p:grpSp' || node.name === 'mc:Choice') return shapesOf(node.children);
    if (node.name === 'mc:AlternateContent') return shapesOf(node.children.filter(isTag).slice(0, 1));
    return ['p:sp', 'p:graphicFrame', 'p:pic'].includes(node.name) ? [node] : [];
  });
}

/** Returns a shape's placeholder type, e.g. `title` or `body`. Empty for a text box. */
function placeOf(shape: Element): string {
  const [place] = getElementsByTagName('p:ph', shape);
  return place === undefined ? '' : (place.attribs.type ?? 'body');
}

function shapeHtml(shape: Element, slide: Part, missing: Set<string>): string {
  if (shape.name === 'p:pic') {
    const text = getElementsByTagName('p:cNvPr', shape)[0]?.attribs.descr ?? '';
    return text === '' ? '' : `<p>${escapeHtml(text)}</p>`;
  }
  if (shape.name === 'p:graphicFrame') {
    const [table] = getElementsByTagName('a:tbl', shape);
    if (table !== undefined) return tableHtml(rowsOf(table, slide));
    missing.add('charts and diagrams');
    return '';
  }
  return textHtml(shape, slide, placeOf(shape) === 'body' || placeOf(shape) === 'obj');
}

function rowsOf(table: Element, slide: Part) {
  return getElementsByTagName('a:tr', table).map((row) =>
    getElementsByTagName('a:tc', row)
      .filter(({ attribs }) => attribs.hMerge !== '1' && attribs.vMerge !== '1')
      .map((cell) => ({
        html: paragraphsOf(cell)
          .map((one) => piecesHtml(piecesOf(one, slide.targets)))
          .join('<br>'),
        columns: Number(cell.attribs.gridSpan) || 1,
        rows: Number(cell.attribs.rowSpan) || 1,
      })),
  );
}

const paragraphsOf = (node: Element): Element[] => getElementsByTagName('a:p', node);

/** Converts the paragraphs of a shape to HTML. In a list placeholder, paragraphs are list items by default. */
function textHtml(shape: Element, slide: Part, isList: boolean): string {
  let html = '';
  let entries: ListEntry[] = [];
  const flush = (): void => {
    html += listHtml(entries);
    entries = [];
  };
  for (const paragraph of paragraphsOf(shape)) {
    const text = piecesHtml(piecesOf(paragraph, slide.targets));
    if (text === '') continue;
    const [properties] = getElementsByTagName('a:pPr', paragraph);
    const has = (name: string): boolean =>
      properties !== undefined && getElementsByTagName(name, properties).length > 0;
    const ordered = has('a:buAutoNum');
    if (ordered || has('a:buChar') || (isList && !has('a:buNone')))
      entries.push({ level: Number(properties?.attribs.lvl) || 0, ordered, html: text });
    else {
      flush();
      html += `<p>${text}</p>`;
    }
  }
  flush();
  return html;
}

function piecesOf(paragraph: Element, targets: Part['targets']): TextPiece[] {
  return paragraph.children.filter(isTag).flatMap((run): TextPiece[] => {
    if (run.name === 'a:br') return [{ text: '\n' }];
    if (run.name !== 'a:r' && run.name !== 'a:fld') return [];
    const [look] = getElementsByTagName('a:rPr', run);
    const [link] = getElementsByTagName('a:hlinkClick', run);
    const href = targets.get(link?.attribs['r:id'] ?? '');
    const on = (name: string): boolean => ['1', 'true'].includes(look?.attribs[name] ?? '');
    const strike = look?.attribs.strike;
    return [
      {
        text: getElementsByTagName('a:t', run).map(textContent).join(''),
        bold: on('b'),
        italic: on('i'),
        strike: strike !== undefined && strike !== 'noStrike',
        ...(href !== undefined && { href }),
      },
    ];
  });
}
