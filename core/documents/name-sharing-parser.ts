import { Parser } from 'htmlparser2';
import { sharedName, sharedValue } from './shared-names';

/** What the parser does with parts of a tag; its types keep that from subclasses. */
interface TagReader {
  attribname: string;
  attribvalue: string;
  attribs: Record<string, string> | null;
  readonly buffers: readonly string[];
  readonly bufferOffset: number;
  readonly foreignContext: readonly unknown[];
  write(chunk: string): void;
  end(): void;
  isVoidElement(name: string): boolean;
  readTagName(start: number, end: number): string;
  onopentagname(start: number, end: number): void;
  onopentagend(end: number): void;
  onclosetag(start: number, end: number): void;
  onattribname(start: number, end: number): void;
  onattribdata(start: number, end: number): void;
  onattribend(): void;
}

const MOST_COMPARED = 16;
const OpenParser = Parser as unknown as new (...options: ConstructorParameters<typeof Parser>) => TagReader;

/** The parser, made to share the names of tags and attributes, and classes and ids, among all pages. */
export class NameSharingParser extends OpenParser {
  private readonly seen: string[] = [];
  private count = 0;

  override onopentagname(start: number, end: number): void {
    this.count = 0;
    super.onopentagname(start, end);
  }

  override readTagName(start: number, end: number): string {
    if (this.foreignContext.length === 1) {
      const name = this.nameAt(start, end);
      if (name !== undefined) return name === 'image' ? 'img' : name;
    }
    // Some names of drawings have capitals in them.
    const name = super.readTagName(start, end);
    const shared = sharedName(name, 0, name.length);
    return shared === name ? shared : name;
  }

  override onattribname(start: number, end: number): void {
    const name = this.nameAt(start, end);
    if (name === undefined) super.onattribname(start, end);
    else this.attribname = name;
  }

  /** Classes and ids are asked about again and again. */
  override onattribdata(start: number, end: number): void {
    const isAsked = this.attribname === 'class' || this.attribname === 'id';
    const piece = isAsked && this.attribvalue === '' ? this.pieceTo(end) : undefined;
    if (piece === undefined) super.onattribdata(start, end);
    else this.attribvalue = sharedValue(piece, start - this.bufferOffset, end - this.bufferOffset);
  }

  /** Of an attribute that a tag repeats, the first one counts. */
  override onattribend(): void {
    if (this.attribs !== null && !this.isRepeated(this.attribs)) this.attribs[this.attribname] = this.attribvalue;
    this.attribvalue = '';
  }

  /** Asking an object for what it does not have is slow, so the few names of a tag are compared instead. */
  private isRepeated(attribs: Readonly<Record<string, string>>): boolean {
    const { attribname, seen } = this;
    if (this.count === MOST_COMPARED) return Object.hasOwn(attribs, attribname);
    for (let i = 0; i < this.count; i++) if (seen[i] === attribname) return true;
    seen[this.count++] = attribname;
    return false;
  }

  /** A name of the page; undefined where it does not stand in one piece. */
  private nameAt(start: number, end: number): string | undefined {
    const piece = this.pieceTo(end);
    return piece && sharedName(piece, start - this.bufferOffset, end - this.bufferOffset);
  }

  /** The piece of the page that is read; undefined where a part that ends at `end` goes beyond it. */
  private pieceTo(end: number): string | undefined {
    const piece = this.buffers[0];
    return piece === undefined || end - this.bufferOffset > piece.length ? undefined : piece;
  }
}
