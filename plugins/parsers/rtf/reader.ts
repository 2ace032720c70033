import type { TextPiece } from '../../../core/contract/plugin';
import { codePageOfCharset, decodeCodePage } from './code-pages';
import { type Token, tokensOf } from './tokens';

/** State of a group in an RTF file: the formatting and destination of its text. */
export interface RtfState {
  /**
   * Destination of the text: the document, none (the text is dropped), or a named destination whose text is collected.
   */
  readonly target: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly strike: boolean;
  readonly raised: boolean;
  readonly lowered: boolean;
  readonly hidden: boolean;
  readonly font: number;
  readonly inTable: boolean;
  /** Paragraph style number. */
  readonly style: number;
  readonly outline: number | undefined;
  readonly list: boolean;
  readonly level: number;
  /** Nesting depth of the field that contains the text, or 0 outside fields. */
  readonly field: number;
  /** Number of fallback characters to skip after a `\u` control word. */
  readonly skip: number;
}

/** Receives the content of an RTF file. */
export interface RtfSink {
  text(piece: TextPiece, state: RtfState): void;
  /** Called at the end of a paragraph, cell or row. */
  end(kind: 'par' | 'cell' | 'row', state: RtfState): void;
  /** Called at the end of a group whose text was collected. `target` is e.g. `title`, `style`, `label` or `link`. */
  collected(target: string, text: string, state: RtfState): void;
  fieldEnds(): void;
  noteBegins(): void;
  noteEnds(): void;
}

/** Destinations whose text is collected, keyed by control word. Other `\*` destinations are skipped. */
const COLLECTED = new Map([
  ['stylesheet', 'style'],
  ['title', 'title'],
  ['author', 'author'],
  ['subject', 'description'],
  ['keywords', 'keywords'],
  ['listtext', 'label'],
  ['pntext', 'label'],
  ['fldinst', 'link'],
]);
const SILENT = new Set(
  `fonttbl colortbl info pict object header headerl headerr headerf footer footerl footerr footerf listtable listoverridetable
   filetbl revtbl rsidtbl generator themedata colorschememapping datastore latentstyles xmlnstbl nonshppict shpinst comment
   annotation atnid atnauthor bkmkstart bkmkend pn pnseclvl do listpicture operator company doccomm manager category hlinkbase
   fldtype datafield private mmathPr ftnsep ftnsepc aftnsep wgrffmtfilter`.split(/\s+/),
);
const SIGNS = new Map([
  ['tab', '\t'],
  ['line', '\n'],
  ['emdash', '—'],
  ['endash', '–'],
  ['bullet', '•'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['~', '\u00a0'],
  ['_', '-'],
  ['{', '{'],
  ['}', '}'],
  ['\\', '\\'],
]);
/**
 * Control words that end a paragraph, cell or row. The cells and rows of a nested table become paragraphs of the
 * enclosing cell.
 */
const ENDS = new Map<string, 'par' | 'cell' | 'row'>([
  ['par', 'par'],
  ['sect', 'par'],
  ['page', 'par'],
  ['nestcell', 'par'],
  ['nestrow', 'par'],
  ['cell', 'cell'],
  ['row', 'row'],
]);
const MAX_GROUPS = 10_000;
const PLAIN = { bold: false, italic: false, strike: false, raised: false, lowered: false, hidden: false } as const;
const PARAGRAPH = { inTable: false, style: 0, outline: undefined, list: false, level: 0 } as const;
const START: RtfState = { target: 'text', ...PLAIN, ...PARAGRAPH, font: 0, field: 0, skip: 1 };

const DEFAULT_CODE_PAGE = 1252;
const MAC_CODE_PAGE = 10_000;
/** Changes to the formatting state, keyed by control word. The value 0 turns a property off. */
const CHANGES = new Map<string, (value: number | undefined) => Partial<RtfState>>([
  ['plain', () => PLAIN],
  ['pard', () => PARAGRAPH],
  ['b', (value) => ({ bold: value !== 0 })],
  ['i', (value) => ({ italic: value !== 0 })],
  ['strike', (value) => ({ strike: value !== 0 })],
  ['super', (value) => ({ raised: value !== 0, lowered: false })],
  ['sub', (value) => ({ lowered: value !== 0, raised: false })],
  ['nosupersub', () => ({ raised: false, lowered: false })],
  ['v', (value) => ({ hidden: value !== 0 })],
  ['f', (value) => ({ font: value ?? 0 })],
  ['intbl', (value) => ({ inTable: value !== 0 })],
  ['s', (value) => ({ style: value ?? 0 })],
  ['outlinelevel', (value) => ({ outline: value })],
  ['ls', (value) => ({ list: (value ?? 0) > 0 })],
  ['ilvl', (value) => ({ level: Math.max(0, value ?? 0) })],
  ['uc', (value) => ({ skip: Math.max(0, value ?? 1) })],
]);

/** Parses an RTF file and passes its text to a sink. Throws RangeError when nesting is too deep. */
export class RtfReader {
  #state = START;
  readonly #outer: RtfState[] = [];
  readonly #fonts = new Map<number, number>();
  #codePage = DEFAULT_CODE_PAGE;
  #bytes: number[] = [];
  #skip = 0;
  #star = false;
  #collected = '';

  constructor(private readonly sink: RtfSink) {}

  read(bytes: Uint8Array): void {
    for (const token of tokensOf(bytes)) this.#take(token);
    this.#flush();
    this.sink.end('par', this.#state);
  }

  #take(token: Token): void {
    if (token.kind === 'byte') {
      if (this.#skip > 0) this.#skip--;
      else if (this.#state.target !== 'none') this.#bytes.push(token.value);
      return;
    }
    this.#flush();
    if (token.kind === 'open') this.#open();
    else if (token.kind === 'close') this.#close();
    else if (token.kind === 'symbol') this.#symbol(token.name);
    else this.#word(token.name, token.value);
  }

  #open(): void {
    if (this.#outer.length >= MAX_GROUPS) throw new RangeError('too many nested groups');
    this.#outer.push(this.#state);
    this.#skip = 0;
  }

  #close(): void {
    const inner = this.#state;
    this.#state = this.#outer.pop() ?? START;
    this.#skip = 0;
    const { target, field } = this.#state;
    if (inner.field !== field) this.sink.fieldEnds();
    // All style groups in a style sheet have the same target, `style`, but the text of each group must be reported
    // separately.
    if (inner.target === target && target !== 'style') return;
    if (inner.target === 'note') this.sink.noteEnds();
    else if (inner.target !== 'none' && inner.target !== 'text') {
      this.sink.collected(inner.target, this.#collected.trim(), inner);
      this.#collected = '';
    }
  }

  #symbol(name: string): void {
    if (name === '*') this.#star = true;
    else this.#add(SIGNS.get(name) ?? '');
  }

  #word(name: string, value: number | undefined): void {
    const star = this.#star;
    this.#star = false;
    if (this.#destination(name, star)) return;
    const end = ENDS.get(name);
    if (end !== undefined) this.#end(end);
    else if (SIGNS.has(name)) this.#add(SIGNS.get(name) ?? '');
    else if (name === 'u') this.#unicode(value ?? 0);
    else this.#property(name, value);
  }

  /**
   * Switches to the destination that a control word specifies. Returns false if the control word does not specify a
   * destination.
   */
  #destination(name: string, star: boolean): boolean {
    const { target } = this.#state;
    const collected = COLLECTED.get(name);
    if (name === 'footnote' && target === 'text') {
      this.sink.noteBegins();
      this.#state = { ...START, target: 'note' };
    } else if (name === 'shptxt') this.#state = { ...this.#state, target: 'text' };
    else if (collected !== undefined) {
      this.#state = { ...this.#state, target: collected };
      this.#collected = '';
    } else if (SILENT.has(name) || (star && target !== 'style')) this.#state = { ...this.#state, target: 'none' };
    else return false;
    return true;
  }

  #end(kind: 'par' | 'cell' | 'row'): void {
    const { target } = this.#state;
    if (target === 'text' || target === 'note') this.sink.end(kind, this.#state);
  }

  #unicode(value: number): void {
    this.#add(String.fromCharCode(value < 0 ? value + 65_536 : value));
    this.#skip = this.#state.skip;
  }

  #property(name: string, value: number | undefined): void {
    const change = CHANGES.get(name);
    if (change !== undefined) this.#state = { ...this.#state, ...change(value) };
    else if (name === 'field') this.#state = { ...this.#state, field: this.#outer.length };
    else if (name === 'fcharset') this.#fonts.set(this.#state.font, codePageOfCharset(value ?? 0) ?? this.#codePage);
    else if (name === 'ansicpg') this.#codePage = value ?? DEFAULT_CODE_PAGE;
    else if (name === 'mac') this.#codePage = MAC_CODE_PAGE;
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const bytes = this.#bytes;
    this.#bytes = [];
    this.#add(decodeCodePage(bytes, this.#fonts.get(this.#state.font) ?? this.#codePage));
  }

  #add(text: string): void {
    const { target, bold, italic, strike, raised, lowered, hidden } = this.#state;
    if (target === 'none' || text === '') return;
    if (target !== 'text' && target !== 'note') this.#collected += text;
    else if (!hidden) this.sink.text({ text, bold, italic, strike, raised, lowered }, this.#state);
  }
}
