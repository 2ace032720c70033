import {
  type ListEntry,
  listHtml,
  notesHtml,
  piecesHtml,
  type TableCell,
  type TextPiece,
  tableHtml,
} from '../../../core/contract/plugin';
import type { RtfSink, RtfState } from './reader';

/** Output buffer for the document or a footnote. */
interface Page {
  html: string;
  pieces: TextPiece[];
  label: string;
  entries: ListEntry[];
  cell: string[];
  row: TableCell[];
  rows: TableCell[][];
}

const newPage = (): Page => ({ html: '', pieces: [], label: '', entries: [], cell: [], row: [], rows: [] });

/** Converts the output of `RtfReader` to HTML. */
export class RtfWriter implements RtfSink {
  /** Metadata found in the file. */
  readonly facts: Record<string, string> = {};
  readonly #notes: string[] = [];
  readonly #headings = new Map<number, number>();
  readonly #outer: Page[] = [];
  #page = newPage();
  #href: string | undefined;

  html(): string {
    while (this.#outer.length > 0) this.noteEnds();
    return finished(this.#page) + notesHtml(this.#notes);
  }

  text(piece: TextPiece): void {
    this.#page.pieces.push(this.#href === undefined ? piece : { ...piece, href: this.#href });
  }

  end(kind: 'par' | 'cell' | 'row', state: RtfState): void {
    const page = this.#page;
    if (kind === 'par' && !state.inTable) this.#paragraph(state);
    else this.#cellLine();
    if (kind === 'cell') {
      page.row.push({ html: page.cell.join('<br>') });
      page.cell = [];
    } else if (kind === 'row') {
      closeEntries(page);
      if (page.row.length > 0) page.rows.push(page.row);
      page.row = [];
    }
  }

  collected(target: string, text: string, state: RtfState): void {
    if (target === 'style') this.#style(text, state);
    else if (target === 'label') this.#page.label = text;
    else if (target === 'link') this.#href = /HYPERLINK\s+"?([^"\s\\]+)/.exec(text)?.[1];
    else if (text !== '') this.facts[target] = text;
  }

  fieldEnds(): void {
    this.#href = undefined;
  }

  noteBegins(): void {
    const number = this.#notes.push('');
    this.#page.pieces.push({ text: String(number), note: number });
    this.#outer.push(this.#page);
    this.#page = newPage();
  }

  noteEnds(): void {
    this.#cellLine();
    const page = this.#page;
    const open = this.#notes.lastIndexOf('');
    this.#page = this.#outer.pop() ?? newPage();
    if (open >= 0)
      this.#notes[open] =
        finished({ ...page, html: page.html + page.cell.map((line) => `<p>${line}</p>`).join('') }) || ' ';
  }

  /** Recognizes heading styles by their names in the UI languages of Word and LibreOffice. */
  #style(text: string, { style }: RtfState): void {
    const level = /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|nagłówek|заголовок)\s*(\d)\s*;?$/i.exec(
      text,
    )?.[1];
    if (level !== undefined) this.#headings.set(style, Number(level));
    else if (/^title;?$/i.test(text)) this.#headings.set(style, 1);
  }

  #cellLine(): void {
    const line = piecesHtml(this.#page.pieces);
    this.#page.pieces = [];
    this.#page.label = '';
    if (line !== '') this.#page.cell.push(line);
  }

  #paragraph(state: RtfState): void {
    const page = this.#page;
    const { label } = page;
    const level = state.outline === undefined ? this.#headings.get(state.style) : state.outline + 1;
    const pieces = level === undefined ? page.pieces : page.pieces.map((piece) => ({ ...piece, bold: false }));
    const html = piecesHtml(pieces);
    page.pieces = [];
    page.label = '';
    closeTable(page);
    if (html === '') return;
    if (level !== undefined && level <= 6) {
      closeEntries(page);
      page.html += `<h${level}>${html}</h${level}>`;
    } else if (state.list || label !== '') {
      page.entries.push({ level: state.level, ordered: /^\(?[\da-z]{1,5}[.)]/i.test(label), html });
    } else {
      closeEntries(page);
      page.html += `<p>${html}</p>`;
    }
  }
}

function closeEntries(page: Page): void {
  page.html += listHtml(page.entries);
  page.entries = [];
}

function closeTable(page: Page): void {
  if (page.row.length > 0) page.rows.push(page.row);
  page.html += tableHtml(page.rows);
  page.row = [];
  page.rows = [];
}

function finished(page: Page): string {
  closeTable(page);
  closeEntries(page);
  return page.html;
}
