import { type AnyNode, Element, isTag, isText } from 'domhandler';
import { getElementsByTagName, textContent } from 'domutils';
import {
  escapeHtml,
  type ListEntry,
  listHtml,
  notesHtml,
  piecesHtml,
  type TextPiece,
  tableHtml,
} from '../../../core/contract/plugin';
import type { Look, Styles } from './styles';

/** Elements that contain no document text. */
const SILENT = new Set([
  'office:annotation',
  'office:annotation-end',
  'text:tracked-changes',
  'text:sequence-decls',
  'text:variable-decls',
  'text:user-field-decls',
  'office:forms',
  'text:ruby-text',
  'text:bibliography-source',
  'text:table-of-content-source',
  'draw:object',
  'svg:title',
  'svg:desc',
  'presentation:notes',
]);
const MAX_REPEATS = 1_000;

/** Converts the content of a text document or slide to HTML. */
export class TextWriter {
  readonly #notes: string[] = [];

  constructor(private readonly styles: Styles) {}

  blocks(nodes: readonly AnyNode[]): string {
    let html = '';
    let code: string[] = [];
    let entries: ListEntry[] = [];
    let list: string | undefined;
    const flush = (): void => {
      if (code.length > 0) html += `<pre><code>${escapeHtml(code.join('\n'))}</code></pre>`;
      html += listHtml(entries);
      code = [];
      entries = [];
    };
    for (const node of nodes) {
      if (!isTag(node) || SILENT.has(node.name)) continue;
      const style = node.attribs['text:style-name'];
      if (node.name === 'text:p' && this.#isCode(node)) {
        code.push(this.#codeLine(node));
        continue;
      }
      // Joins adjacent lists with the same style, because presentations split a list into several lists.
      if (node.name !== 'text:list' || style !== list) flush();
      if (node.name === 'text:list') entries.push(...this.#entries(node, 0, style));
      else html += this.#block(node);
      list = node.name === 'text:list' ? style : undefined;
    }
    flush();
    return html;
  }

  /** Returns the referenced footnotes as a section for the end of the document. */
  notes(): string {
    return notesHtml(this.#notes);
  }

  readonly #isCode = (node: Element): boolean =>
    this.styles.paragraph(node.attribs['text:style-name']).startsWith('Preformatted');

  readonly #codeLine = (node: Element): string =>
    this.#pieces(node, {})
      .map(({ text }) => text)
      .join('');

  #block(node: Element): string {
    switch (node.name) {
      case 'text:h':
        return this.#heading(node, Number(node.attribs['text:outline-level']) || 1);
      case 'text:p':
        return this.#paragraph(node);
      case 'table:table':
        return tableHtml(this.#rows(node));
      case 'draw:image':
        return '';
      default:
        return this.blocks(node.children);
    }
  }

  #heading(node: Element, level: number): string {
    const html = piecesHtml(this.#pieces(node, {}).map((piece) => ({ ...piece, bold: false })));
    const tag = `h${Math.min(Math.max(level, 1), 6)}`;
    return html === '' ? '' : `<${tag}>${html}</${tag}>`;
  }

  #paragraph(node: Element): string {
    const style = this.styles.paragraph(node.attribs['text:style-name']);
    if (style === 'Title') return this.#heading(node, 1);
    const html = piecesHtml(this.#pieces(node, {}));
    const boxes = getElementsByTagName('draw:text-box', node).map((box) => this.blocks(box.children));
    const own =
      html === '' ? '' : style === 'Quotations' ? `<blockquote><p>${html}</p></blockquote>` : `<p>${html}</p>`;
    return own + boxes.join('');
  }

  #pieces(node: Element, look: Look): TextPiece[] {
    return node.children.flatMap((child): TextPiece[] => {
      if (isText(child)) return [{ ...look, text: child.data.replace(/[ \t\r\n]+/g, ' ') }];
      if (!isTag(child) || SILENT.has(child.name)) return [];
      switch (child.name) {
        case 'text:s':
          return [{ ...look, text: ' '.repeat(Math.min(Number(child.attribs['text:c'] ?? 1) || 1, MAX_REPEATS)) }];
        case 'text:tab':
          return [{ ...look, text: '\t' }];
        case 'text:line-break':
          return [{ ...look, text: '\n' }];
        case 'text:span':
          return this.#pieces(child, { ...look, ...this.styles.look(child.attribs['text:style-name']) });
        case 'text:a':
          return this.#pieces(child, { ...look, href: child.attribs['xlink:href'] });
        case 'text:note':
          return [this.#note(child)];
        case 'draw:text-box':
          return [];
        default:
          return this.#pieces(child, look);
      }
    });
  }

  #note(node: Element): TextPiece {
    const [body] = getElementsByTagName('text:note-body', node);
    const at = this.#notes.push('') - 1;
    this.#notes[at] = this.blocks(body?.children ?? []);
    return { text: String(at + 1), note: at + 1 };
  }

  #entries(list: Element, level: number, style: string | undefined): ListEntry[] {
    const ordered = this.styles.isOrdered(style, level);
    return list.children.filter(isTag).flatMap((item): ListEntry[] => {
      const lists = item.children.filter((child): child is Element => isTag(child) && child.name === 'text:list');
      const rest = item.children.filter((child) => !lists.includes(child as Element));
      const html = this.blocks(rest).replace(/^<p>([\s\S]*)<\/p>$/, (whole, inner: string) =>
        inner.includes('<p>') ? whole : inner,
      );
      const below = lists.flatMap((one) => this.#entries(one, level + 1, one.attribs['text:style-name'] ?? style));
      return html === '' ? below : [{ level, ordered, html }, ...below];
    });
  }

  #rows(table: Element) {
    const rows = getElementsByTagName('table:table-row', table).filter((row) => tableOf(row) === table);
    return rows.map((row) =>
      row.children
        .filter((cell): cell is Element => isTag(cell) && cell.name === 'table:table-cell')
        .map((cell) => ({
          html: this.blocks(cell.children)
            .replace(/^<p>([\s\S]*)<\/p>$/, '$1')
            .replaceAll('</p><p>', '<br>'),
          columns: Number(cell.attribs['table:number-columns-spanned']) || 1,
          rows: Number(cell.attribs['table:number-rows-spanned']) || 1,
        })),
    );
  }
}

function tableOf(row: Element): AnyNode | undefined {
  let node: AnyNode | null = row.parent as AnyNode | null;
  while (node !== null && !(isTag(node) && node.name === 'table:table')) node = node.parent as AnyNode | null;
  return node ?? undefined;
}

/** Returns all text below a node, one line per paragraph. */
export const plainText = (node: Element): string =>
  getElementsByTagName('text:p', node)
    .map((paragraph) => textContent(paragraph))
    .join('\n');
