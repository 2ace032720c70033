import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

/** A generated PDF and its expected text, in order. */
export interface Report {
  readonly bytes: Uint8Array;
  /** Lines, cells and list items of the body, in reading order. */
  readonly body: readonly string[];
  /** The page header. It is not part of the body. */
  readonly head: string | undefined;
  readonly pages: number;
}

type Random = () => number;

const dejavu = readFileSync(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
const WORDS = {
  latin:
    'harbour crane quiet ship merchant season pilot anchor with from over under before after cargo weather night signal lamp rope',
  greek: 'λιμάνι πλοίο έμπορος εποχή άγκυρα φορτίο καιρός νύχτα σήμα λάμπα σχοινί μετά πριν πάνω κάτω μαζί χωρίς ήσυχο',
  cyrillic:
    'гавань корабль купец сезон якорь груз погода ночь сигнал лампа канат после прежде сверху снизу вместе тихий',
};

/** Returns a generator of pseudo-random numbers between 0 and 1. The same seed yields the same numbers. */
export function randomOf(seed: number): Random {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Generates a report with page headers, page numbers, headings, text, columns, lists, tables and invoice lines. */
export async function makeReport(seed: number): Promise<Report> {
  const writer = new ReportWriter(randomOf(seed));
  writer.write();
  return { bytes: await writer.finished, body: writer.body, head: writer.head, pages: writer.pages };
}

class ReportWriter {
  readonly body: string[] = [];
  readonly head: string | undefined;
  pages = 0;
  readonly finished: Promise<Uint8Array>;
  readonly #doc: PDFKit.PDFDocument;
  readonly #words: readonly string[];
  readonly #foot: ((page: number) => string) | undefined;
  readonly #size: number;
  readonly #margin: number;
  #y = 0;
  #number = 0;

  constructor(private readonly random: Random) {
    const script = this.#chance(0.8) ? 'latin' : this.#chance(0.5) ? 'greek' : 'cyrillic';
    this.#words = WORDS[script].split(' ');
    this.#size = 9 + Math.floor(random() * 4);
    this.#margin = 56 + Math.floor(random() * 24);
    this.#doc = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false, compress: false });
    const chunks: Buffer[] = [];
    this.finished = new Promise((resolve) => {
      this.#doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.#doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    });
    if (script === 'latin') this.#doc.font('Helvetica');
    else this.#doc.font(dejavu);
    this.head = this.#chance(0.6) ? `Gazette ${this.#words.slice(0, 2).join(' ')}` : undefined;
    const feet = [(page: number) => `Page ${page}`, (page: number) => `${page} / 90`, (page: number) => `– ${page} –`];
    this.#foot = this.#chance(0.7) ? feet[Math.floor(random() * 3)] : undefined;
  }

  write(): void {
    this.#newPage();
    this.#heading();
    const parts = [
      () => this.#text(),
      () => this.#invoice(),
      () => this.#table(),
      () => this.#columns(),
      () => this.#list(),
    ];
    const count = 3 + Math.floor(this.random() * 7);
    for (let at = 0; at < count; at++) {
      if (this.#chance(0.4)) this.#heading();
      (parts[Math.floor(this.random() * parts.length)] as () => void)();
      this.#y += this.#size * 2.5;
    }
    this.#doc.end();
  }

  readonly #chance = (share: number): boolean => this.random() < share;

  #newPage(): void {
    this.#doc.addPage();
    this.pages++;
    this.#y = this.#margin;
    this.#doc.fontSize(8);
    if (this.head) this.#draw(this.head, this.#margin, this.#margin - 30);
    if (this.#foot) this.#draw(this.#foot(this.pages), 280, 842 - this.#margin + 22);
    this.#doc.fontSize(this.#size);
  }

  #draw(text: string, x: number, y: number): void {
    this.#doc.text(text, x, y, { lineBreak: false });
  }

  #sentence(length = 4 + Math.floor(this.random() * 8)): string {
    const words = Array.from({ length }, () => this.#words[Math.floor(this.random() * this.#words.length)]);
    const text = words.join(' ');
    return `${text[0]?.toUpperCase()}${text.slice(1)} ${++this.#number}.`;
  }

  /** Reserves space for a line, on a new page if the current one is full. */
  #line(height = this.#size * 1.3): number {
    if (this.#y + height > 842 - this.#margin) this.#newPage();
    this.#y += height;
    return this.#y - height;
  }

  #heading(): void {
    const text = `Chapter ${++this.#number} ${this.#words[this.#number % this.#words.length]}`;
    const y = this.#line(40);
    this.#doc.fontSize(this.#size + 6);
    this.#draw(text, this.#margin, y + 10);
    this.#doc.fontSize(this.#size);
    this.body.push(text);
  }

  #wrapped(text: string, width: number): readonly string[] {
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const longer = lines.length === 0 ? word : `${lines[lines.length - 1]} ${word}`;
      if (lines.length > 0 && this.#doc.widthOfString(longer) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  #prose(sentences: number, width: number): readonly string[] {
    return this.#wrapped(Array.from({ length: sentences }, () => this.#sentence()).join(' '), width);
  }

  #text(): void {
    for (const line of this.#prose(3 + Math.floor(this.random() * 12), 595 - 2 * this.#margin)) {
      this.#draw(line, this.#margin, this.#line());
      this.body.push(line);
    }
  }

  /** Adds invoice lines, which differ only in digits. */
  #invoice(): void {
    const name = this.#sentence(2);
    const apart = this.#chance(0.5);
    const rows = 5 + Math.floor(this.random() * 60);
    for (let row = 1; row <= rows; row++) {
      const [left, right] = [`Position ${1000 + row} ${name}`, `${row * 7},${10 + (row % 90)} EUR`];
      const y = this.#line();
      if (apart) {
        this.#draw(left, this.#margin, y);
        this.#draw(right, 420, y);
        this.body.push(left, right);
      } else {
        this.#draw(`${left} ${right}`, this.#margin, y);
        this.body.push(`${left} ${right}`);
      }
    }
  }

  #table(): void {
    const columns = 2 + Math.floor(this.random() * 4);
    const width = (595 - 2 * this.#margin) / columns;
    const gaps = this.#chance(0.2);
    const rows = 2 + Math.floor(this.random() * 30);
    const name = `Column ${++this.#number}`;
    for (let row = 0; row <= rows; row++) {
      const y = this.#line(this.#size * 1.6);
      for (let column = 0; column < columns; column++) {
        const text = row === 0 ? `${name}-${column}` : `${column * 7 + row}.${(row * 13) % 97}`;
        if (gaps && row > 0 && column > 0 && this.#chance(0.2)) continue;
        this.#draw(text, this.#margin + column * width, y);
        this.body.push(text);
      }
    }
  }

  /** Adds two columns of text, drawn column by column or line by line. */
  #columns(): void {
    const width = (595 - 2 * this.#margin - 24) / 2;
    const lines = this.#prose(12 + Math.floor(this.random() * 30), width);
    const rows = Math.ceil(lines.length / 2);
    if (this.#y + rows * this.#size * 1.3 > 842 - this.#margin) this.#newPage();
    const top = this.#line(rows * this.#size * 1.3);
    const place = (at: number): readonly [number, number] => [
      this.#margin + (at < rows ? 0 : width + 24),
      top + (at % rows) * this.#size * 1.3,
    ];
    const across = this.#chance(0.5);
    const order = lines.map((_, at) => at).sort((a, b) => (across ? (a % rows) - (b % rows) || a - b : a - b));
    for (const at of order) this.#draw(lines[at] as string, ...place(at));
    this.body.push(...lines);
  }

  #list(): void {
    const ordered = this.#chance(0.5);
    const items = 2 + Math.floor(this.random() * 12);
    for (let item = 1; item <= items; item++) {
      const text = this.#sentence(5);
      this.#draw(`${ordered ? `${item}.` : '•'} ${text}`, this.#margin, this.#line());
      this.body.push(text);
    }
  }
}
