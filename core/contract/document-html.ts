import { escapeHtml } from './plain-text';
import { maxSpan } from './table-grid';

/** A run of text with one style. Line breaks in `text` are preserved. */
export interface TextPiece {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strike?: boolean;
  readonly code?: boolean;
  readonly raised?: boolean;
  readonly lowered?: boolean;
  /** URL of the link. Only http(s) and mailto URLs become links. */
  readonly href?: string;
  /** Number of the referenced footnote. */
  readonly note?: number;
}

/** A list entry. `level` 0 is the outermost level. */
export interface ListEntry {
  readonly level: number;
  readonly ordered: boolean;
  readonly html: string;
}

/** A table cell. */
export interface TableCell {
  readonly html: string;
  readonly columns?: number;
  readonly rows?: number;
}

const MAX_LEVELS = 12;
const TAGS = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['strike', 's'],
  ['code', 'code'],
  ['raised', 'sup'],
  ['lowered', 'sub'],
] as const;

/**
 * Converts the text runs of a paragraph to HTML. Merges adjacent runs of the same style, and moves leading and trailing
 * spaces outside the tags.
 */
export function piecesHtml(pieces: readonly TextPiece[]): string {
  const merged: TextPiece[] = [];
  for (const piece of pieces) {
    const last = merged[merged.length - 1];
    if (last !== undefined && lookOf(last) === lookOf(piece))
      merged[merged.length - 1] = { ...last, text: last.text + piece.text };
    else if (piece.text !== '') merged.push(piece);
  }
  return merged.map(pieceHtml).join('').trim();
}

const lookOf = ({ href, note, ...look }: TextPiece): string =>
  TAGS.map(([name]) => (look[name] ? name : '')).join() + (href ?? '') + (note ?? '');

function pieceHtml(piece: TextPiece): string {
  const { text, href, note } = piece;
  if (note !== undefined) return `<sup><a href="#fn${note}">${escapeHtml(text)}</a></sup>`;
  const inner = text.trim();
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  let html = lines(inner);
  if (html === '') return lines(text);
  for (const [name, tag] of TAGS) if (piece[name]) html = `<${tag}>${html}</${tag}>`;
  if (href !== undefined && /^(?:https?:|mailto:)/i.test(href)) html = `<a href="${escapeHtml(href)}">${html}</a>`;
  return lines(before) + html + lines(after);
}

const lines = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

/** Converts entries to nested HTML lists. */
export function listHtml(entries: readonly ListEntry[]): string {
  let html = '';
  const open: string[] = [];
  const close = (): void => {
    html += `</li></${open.pop()}>`;
  };
  for (const { level, ordered, html: text } of entries) {
    const tag = ordered ? 'ol' : 'ul';
    const depth = Math.min(level, open.length, MAX_LEVELS);
    while (open.length > depth + 1) close();
    if (open.length === depth + 1 && open[depth] !== tag) close();
    if (open.length === depth + 1) html += `</li><li>${text}`;
    else {
      open.push(tag);
      html += `<${tag}><li>${text}`;
    }
  }
  while (open.length > 0) close();
  return html;
}

/** Converts rows to an HTML table with the first row as its header. */
export function tableHtml(rows: readonly (readonly TableCell[])[]): string {
  const span = (name: string, count = 1, most: number): string =>
    count > 1 ? ` ${name}="${Math.min(count, most)}"` : '';
  const html = rows.map((cells, at) => {
    const tag = at === 0 ? 'th' : 'td';
    const parts = cells.map(
      (cell) =>
        `<${tag}${span('colspan', cell.columns, maxSpan.columns)}${span('rowspan', cell.rows, maxSpan.rows)}>${cell.html}</${tag}>`,
    );
    return `<tr>${parts.join('')}</tr>`;
  });
  return html.length === 0 ? '' : `<table>${html.join('\n')}</table>`;
}

/** Converts footnotes to an HTML section for the end of the document. Footnotes are numbered from 1. */
export function notesHtml(notes: readonly string[]): string {
  if (notes.length === 0) return '';
  return `<section class="footnotes"><ol>${notes.map((html, at) => `<li id="fn${at + 1}">${html}</li>`).join('')}</ol></section>`;
}
