import type { Element } from 'domhandler';
import { cellSpan, isCodeBox, isEditorGutter, tableTag } from '../../../core/contract/plugin';
import { ariaIndex } from './aria-order';
import { listItems } from './builder';
import { codeBoxText, codeText, isLineNumber } from './code';
import { languageOf } from './code-language';
import { isNoteSection } from './footnotes';
import { type Block, commonMark, type Leaf, type ListItem, MAX_LIST_NUMBER } from './model';
import { onOneLine } from './one-line';
import { alignOf, finishTable, hasLines, startTable } from './tables';
import { classFits, findElement, parentElement, textOf } from './tree';
import type { ElementVisitor } from './visitor';

const block: ElementVisitor = (_, { builder }) => {
  builder.flush();
  return () => builder.flush();
};

const paragraph: ElementVisitor = (_, { builder }) => {
  builder.flush();
  const outer = builder.apart;
  builder.apart = true;
  return () => {
    builder.flush();
    builder.apart = outer;
  };
};

const skip: ElementVisitor = () => 'skip';

/** `figcaption`: appends the caption of an image to the image's paragraph, on a new line. */
const figureCaption: ElementVisitor = (element, { builder }) => {
  builder.flush();
  const { blocks } = builder.current;
  const from = blocks.length;
  return () => {
    builder.flush();
    const picture = blocks[from - 1];
    const text = blocks[from];
    if (builder.current.blocks !== blocks || blocks.length !== from + 1) return;
    if (picture?.type !== 'paragraph' || text?.type !== 'paragraph') return;
    const last = picture.leaves[picture.leaves.length - 1];
    if (last?.kind !== 'image' || findElement(element, ({ name }) => name === 'p' || name === 'img')) return;
    const marks = commonMark(last.marks, text.leaves[0]?.marks);
    const line: Leaf = { kind: 'raw', text: '\n', marks, space: false };
    blocks.splice(from - 1, 2, { type: 'paragraph', leaves: [...picture.leaves, line, ...text.leaves] });
  };
};

/** True for an element without content or attributes. */
const isBare = (element: Element): boolean =>
  element.children.length === 0 && Object.keys(element.attribs).length === 0;

const heading =
  (level: number): ElementVisitor =>
  (element, { builder, notes }) => {
    if (notes.size > 0 && classFits(element, /(?:^|\s)(?:sr-only|visually-hidden)(?:\s|$)/)) return 'skip';
    const close = builder.open('heading');
    return () => {
      if (close === undefined) return builder.flush();
      const { blocks } = close();
      const [first, ...rest] = blocks;
      if (first === undefined) {
        if (isBare(element)) builder.block({ type: 'heading', level, leaves: [] });
      } else if (blocks.every((one) => one.type === 'paragraph' || one.type === 'math')) {
        builder.block({ type: 'heading', level, leaves: onOneLine(blocks, 'space') });
      } else {
        // Splits a heading that accidentally contains several blocks.
        builder.block(first.type === 'paragraph' ? { type: 'heading', level, leaves: first.leaves } : first);
        for (const one of rest) builder.block(one);
      }
    };
  };

/** Parses the number of a list item. Returns undefined if the number is not valid in Markdown. */
function listNumber(written: string | undefined): number | undefined {
  const number = Number.parseInt(written ?? '', 10);
  return number >= 0 && number <= MAX_LIST_NUMBER ? number : undefined;
}

const list =
  (ordered: boolean): ElementVisitor =>
  (element, { builder }) => {
    const close = builder.open('list');
    return () => {
      if (close === undefined) return builder.flush();
      const items = listItems(close().blocks);
      if (items.length === 0) return;
      const step = element.attribs.reversed === undefined ? 1 : -1;
      const start = items[0]?.number ?? listNumber(element.attribs.start) ?? (step === 1 ? 1 : items.length);
      builder.block({ type: 'list', ordered, start, step, items });
    };
  };

const listItem: ElementVisitor = (element, { builder, notes }) => {
  const label = element.attribs.id === undefined ? undefined : notes.get(element.attribs.id);
  const close = builder.open(label === undefined ? 'item' : 'note');
  return () => {
    if (close === undefined) return builder.flush();
    const { blocks } = close();
    if (label !== undefined) {
      if (blocks.length > 0) builder.notes.push({ type: 'footnote', label, blocks });
      return;
    }
    const [task, rest] = takeTask(blocks);
    if (rest.length > 0 || isBare(element))
      builder.block({ type: 'item', blocks: rest, task, number: listNumber(element.attribs.value) });
  };
};

function takeTask(blocks: readonly Block[]): readonly [ListItem['task'], readonly Block[]] {
  const [first, ...rest] = blocks;
  const box = first?.type === 'paragraph' ? first.leaves[0] : undefined;
  if (first?.type !== 'paragraph' || box?.kind !== 'task') return [undefined, blocks];
  const leaves = first.leaves.slice(1).map((leaf, at) => (at === 0 ? { ...leaf, space: false } : leaf));
  return [box.text === 'x' ? 'done' : 'open', leaves.length === 0 ? rest : [{ type: 'paragraph', leaves }, ...rest]];
}

const quote: ElementVisitor = (element, { builder }) => {
  const close = builder.open('quote');
  return () => {
    if (close === undefined) return builder.flush();
    const { blocks } = close();
    if (blocks.length > 0 || element.children.every(({ type }) => type === 'text'))
      builder.block({ type: 'quote', blocks });
  };
};

const pre: ElementVisitor = (element, { builder }) => {
  if (element.attribs['data-text'] === 'verbatim') {
    builder.block({ type: 'verbatim', text: textOf(element).replace(/^\n+/, '').trimEnd() });
    return 'skip';
  }
  builder.block({ type: 'code', text: codeText(element), language: languageOf(element) });
  return 'skip';
};

/** `div`: converts the lines of a code editor to a code block, and skips the editor's line numbers. */
const division: ElementVisitor = (element, scene) => {
  if (isCodeBox(element)) {
    scene.builder.block({ type: 'code', text: codeBoxText(element), language: languageOf(element) });
    return 'skip';
  }
  return isEditorGutter(element) ? 'skip' : block(element, scene);
};

const table: ElementVisitor = (element, { builder, tables, options }) => {
  builder.flush();
  tables.push(startTable(element));
  const close = builder.open('cell');
  return () => {
    builder.flush();
    const raw = tables.pop();
    const stray = close?.().blocks ?? [];
    if (raw === undefined) return;
    for (const one of stray) builder.block(one);
    const outer = tables[tables.length - 1];
    if (outer !== undefined && hasLines(raw)) outer.framesTable = true;
    for (const one of finishTable(raw, () => languageOf(element), options.repeatMergedCells)) builder.block(one);
  };
};

const tableRow: ElementVisitor = (element, { builder, tables }) => {
  builder.flush();
  const { parent } = element;
  const header = parent !== null && 'name' in parent && parent.name === 'thead';
  tables[tables.length - 1]?.rows.push({
    at: ariaIndex(element.attribs['aria-rowindex']),
    header,
    group: parent,
    cells: [],
  });
  return () => builder.flush();
};

/** Match the class names of code cells and code lines in SyntaxHighlighter and Crayon listings. */
const LISTING_CELL = /(?:^|\s)(?:crayon-)?code(?:\s|$)/;
const LISTING_LINE = /(?:^|\s)(?:crayon-)?line(?:\s|$)/;
const isListing = (cell: Element): boolean =>
  classFits(cell, LISTING_CELL) &&
  findElement(cell, (element) => element.name === 'div' && classFits(element, LISTING_LINE)) !== undefined;

const CODE_CELL = /(?:^|\s)(?:blob-code\S*|hljs-ln-code|code-line|line-code)(?:\s|$)/;

const tableCell: ElementVisitor = (element, { builder, tables }) => {
  const raw = tables[tables.length - 1];
  if (raw === undefined) return block(element, { builder, tables, options: {}, notes: new Map(), callouts: [] });
  if (isLineNumber(element)) return 'skip';
  if (isListing(element)) {
    raw.codeLines.push(codeBoxText(element));
    return 'skip';
  }
  if (classFits(element, CODE_CELL)) {
    raw.codeLines.push(codeText(element));
    return 'skip';
  }
  const close = builder.open('cell');
  const marks = builder.marks;
  return () => {
    builder.marks = marks;
    if (close === undefined) return builder.flush();
    if (raw.rows.length === 0) raw.rows.push({ at: undefined, header: false, group: undefined, cells: [] });
    raw.rows[raw.rows.length - 1]?.cells.push({
      at: ariaIndex(element.attribs['aria-colindex']),
      blocks: close().blocks,
      header: tableTag(element) === 'th',
      align: alignOf(element),
      span: cellSpan(element.attribs),
    });
  };
};

const caption: ElementVisitor = (_, { builder, tables }) => {
  const close = builder.open('cell');
  return () => {
    const blocks = close?.().blocks ?? [];
    const raw = tables[tables.length - 1];
    if (raw === undefined) for (const one of blocks) builder.block(one);
    else raw.caption = [...raw.caption, ...blocks];
  };
};

/** `dt`: formats the term of a definition in bold. */
const term: ElementVisitor = (_, { builder }) => {
  builder.flush();
  const unmark = builder.mark('strong', 'strong');
  return () => {
    unmark();
    builder.flush();
  };
};

const COPIES =
  /^(?:cop(?:y|ied!?|y (?:code|to clipboard|snippet))|(?:code )?kopieren|copier(?: le code)?|copiar(?: código)?|copia(?: codice)?|kopiëren|kopiuj|kopiera|копировать|コピー|复制(?:代码)?|複製|복사)$/i;

/** `button`: separates the button text from adjacent text. Skips buttons that copy code. */
const button: ElementVisitor = (element, { builder }) => {
  if (COPIES.test(textOf(element).trim())) return 'skip';
  builder.text(' ');
  return () => builder.text(' ');
};

const rule: ElementVisitor = (element, { builder, notes }) => {
  const around = parentElement(element);
  const closesText =
    notes.size > 0 && (classFits(element, /footnote/) || (around !== undefined && isNoteSection(around)));
  if (!closesText) builder.block({ type: 'rule' });
  return 'skip';
};

const LINES =
  'html body div section article header footer main aside nav address figure details summary fieldset legend form dl dd center hgroup search menu-item tbody thead tfoot noframes marquee dialog optgroup multicol';
const LEFT_OUT =
  'head style noscript svg canvas select option datalist textarea template title meta link param source track area map object applet colgroup col progress meter rp-skip';

/** Visitors for block elements and for elements to skip, by element name. */
export const blockElements: Readonly<Record<string, ElementVisitor>> = {
  ...Object.fromEntries(LINES.split(' ').map((name) => [name, block])),
  ...Object.fromEntries(LEFT_OUT.split(' ').map((name) => [name, skip])),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading(level)])),
  div: division,
  p: (element, scene) => (isCodeBox(element) ? division(element, scene) : paragraph(element, scene)),
  ul: list(false),
  menu: list(false),
  dir: list(false),
  ol: list(true),
  li: listItem,
  blockquote: quote,
  pre,
  listing: pre,
  xmp: pre,
  table,
  tr: tableRow,
  td: tableCell,
  th: tableCell,
  caption,
  figcaption: figureCaption,
  dt: term,
  hr: rule,
  button,
};
