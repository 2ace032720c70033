/** Kind of unit: a sentence, a line of code or a table row. */
export type UnitKind = 'text' | 'code' | 'row';

/** A range of Markdown, `[start, end)`, that can be returned verbatim. */
export interface Unit {
  readonly kind: UnitKind;
  readonly start: number;
  readonly end: number;
  readonly block: number;
  /** Headings above the unit, nearest last. */
  readonly headings: readonly string[];
  /** Short line directly before the unit's block, such as a label. */
  readonly label: string;
}

/** A paragraph, list, code block or table. */
export interface Block {
  /** Lines that precede the block's units, e.g. a table header or an opening fence. */
  readonly head: string;
  readonly tail: string;
  /** Separator to insert between chosen units that are not adjacent on the page. */
  readonly gap: string;
}

/** The Markdown of a page, split into units. */
export interface Passages {
  readonly markdown: string;
  readonly units: readonly Unit[];
  readonly blocks: readonly Block[];
}

const FENCE = /^[ \t]{0,12}(`{3,}|~{3,})/;
const HEADING = /^(#{1,6}) (.*)$/;
const ITEM = /^[ \t]{0,24}(?:[-*+]|\d{1,9}[.)])[ \t]+/;
const SEPARATOR = /^\|[ \t:|-]+$/;
const maxUnits = 20_000;

/** Splits Markdown into sentences, lines of code and table rows. */
export function passagesOf(markdown: string, language: string): Passages {
  return new Splitter(markdown, language).split();
}

interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

class Splitter {
  readonly #units: Unit[] = [];
  readonly #blocks: Block[] = [];
  readonly #headings: string[] = [];
  readonly #segmenter: Intl.Segmenter;
  #label = '';
  #inList = false;

  constructor(
    private readonly markdown: string,
    private readonly language: string,
  ) {
    this.#segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  }

  split(): Passages {
    const lines = linesOf(this.markdown);
    let at = 0;
    while (at < lines.length && this.#units.length < maxUnits) at = this.#block(lines, at);
    return { markdown: this.markdown, units: this.#units, blocks: this.#blocks };
  }

  /** Parses the block that starts at a line. Returns the index of the line after the block. */
  #block(lines: readonly Line[], at: number): number {
    const line = lines[at];
    if (!line || line.text.trim() === '') return at + 1;
    const heading = HEADING.exec(line.text);
    if (heading?.[1]) {
      this.#headings.length = Math.min(this.#headings.length, heading[1].length - 1);
      this.#headings[heading[1].length - 1] = heading[2] ?? '';
      this.#label = '';
      this.#inList = false;
      return at + 1;
    }
    if (FENCE.test(line.text)) return this.#code(lines, at);
    if (line.text.startsWith('|')) return this.#table(lines, at);
    return this.#paragraph(lines, at);
  }

  #code(lines: readonly Line[], at: number): number {
    const [, fence = '```'] = FENCE.exec(lines[at]?.text ?? '') ?? [];
    let end = at + 1;
    while (end < lines.length && !lines[end]?.text.trim().startsWith(fence)) end++;
    this.#open({ head: `${lines[at]?.text.trim() ?? fence}\n`, tail: `\n${fence}`, gap: '\n' });
    for (const line of lines.slice(at + 1, end)) if (line.text.trim() !== '') this.#add('code', line.start, line.end);
    this.#label = '';
    return end + 1;
  }

  #table(lines: readonly Line[], at: number): number {
    let end = at;
    while (lines[end]?.text.startsWith('|')) end++;
    const hasHead = SEPARATOR.test(lines[at + 1]?.text ?? '');
    const head = hasHead ? this.markdown.slice(lines[at]?.start, lines[at + 1]?.end) : '';
    this.#open({ head: head === '' ? '' : `${head}\n`, tail: '', gap: '\n' });
    for (const line of lines.slice(hasHead ? at + 2 : at, end)) this.#add('row', line.start, line.end);
    this.#label = '';
    return end;
  }

  #paragraph(lines: readonly Line[], at: number): number {
    const isItem = ITEM.test(lines[at]?.text ?? '');
    let end = at + 1;
    while (end < lines.length && !startsBlock(lines[end]?.text ?? '')) end++;
    const start = lines[at]?.start ?? 0;
    const stop = lines[end - 1]?.end ?? start;
    // All items of a list belong to the same block.
    if (!isItem || !this.#inList) this.#open({ head: '', tail: '', gap: isItem ? '\n' : '\n\n' });
    this.#sentences(start, stop);
    if (!isItem) this.#label = labelIn(this.markdown.slice(start, stop));
    this.#inList = isItem;
    return end;
  }

  #sentences(start: number, end: number): void {
    const text = this.markdown.slice(start, end);
    let from = 0;
    for (const length of sentenceLengths(masked(text), this.#segmenter, this.language)) {
      const part = text.slice(from, from + length);
      const lead = part.length - part.trimStart().length;
      if (part.trim() !== '') this.#add('text', start + from + lead, start + from + lead + part.trim().length);
      from += length;
    }
  }

  #open(block: Block): void {
    this.#blocks.push(block);
    this.#inList = false;
  }

  #add(kind: UnitKind, start: number, end: number): void {
    const headings = this.#headings.filter((heading) => heading !== undefined);
    this.#units.push({ kind, start, end, block: this.#blocks.length - 1, headings, label: this.#label });
  }
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    lines.push({ text: text.slice(start, end), start, end });
    start = end + 1;
  }
  return lines;
}

const startsBlock = (text: string): boolean =>
  text.trim() === '' || HEADING.test(text) || FENCE.test(text) || text.startsWith('|') || ITEM.test(text);

/**
 * Returns the text if it introduces the next block, i.e. if it is short or ends with a colon. Otherwise, returns an
 * empty string.
 */
function labelIn(text: string): string {
  const plain = text.replace(/[*_]/g, '').trim();
  const isLabel = /[:：]$/.test(plain) ? plain.length < 160 : plain.length < 60 && !/[.!?。！？]$/.test(plain);
  return isLabel ? plain : '';
}

/** Masks characters in links and code that look like the end of a sentence. Preserves the length of the text. */
function masked(text: string): string {
  const hide = (whole: string) => 'x'.repeat(whole.length);
  return text
    .replace(/\]\([^()\s]{1,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,2000})?\)/g, hide)
    .replace(/`[^`\n]{1,500}`/g, hide)
    .replace(/https?:\/\/\S{1,2000}/g, (url) => (/[.!?]$/.test(url) ? `${hide(url.slice(1))}.` : hide(url)))
    .replace(/\n/g, ' ');
}

const ABBREVIATION =
  /(?:^|[\s(])(?:(?<!\d\s)\p{L}|z\. ?B|d\. ?h|u\. ?a|i\. ?d\. ?R|p\. ?ex|e\. ?g|i\. ?e|Dr|Prof|Mr|Mrs|Ms|St|Nr|No|bzw|ca|inkl|exkl|max|min|vgl|evtl|ggf|Abs|Art|Str|Tel|Mio|Mrd|env|av|bd|ej|núm|pág|Sr|Sra|Dra|ecc|es|pag|nr|bijv|incl|excl|t\.ex|bl\.a|kl|ca|т\. ?е|т\. ?д|руб|ул|им|approx|etc|vs|Inc|Ltd|Co)\.\s*$/u;
const ORDINAL_LANGUAGES = new Set(['de', 'da', 'nb', 'no', 'nn', 'fi', 'cs', 'sk', 'sl', 'hr', 'hu', 'et', 'lv']);

/** Returns the lengths of the sentences in a text. Abbreviations and ordinal numbers do not end a sentence. */
function sentenceLengths(text: string, segmenter: Intl.Segmenter, language: string): readonly number[] {
  const lengths: number[] = [];
  let open = '';
  for (const { segment } of segmenter.segment(text)) {
    open += segment;
    const isOrdinal = ORDINAL_LANGUAGES.has(language) && /(?:^|\D)\d{1,2}\.\s*$/.test(open.slice(-8));
    if (isOrdinal || ABBREVIATION.test(open.slice(-14))) continue;
    lengths.push(open.length);
    open = '';
  }
  if (open !== '') lengths.push(open.length);
  return lengths;
}
