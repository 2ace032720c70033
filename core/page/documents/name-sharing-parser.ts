import { Parser } from 'htmlparser2';
import { ASKS_CONSENT, ENCODES_EMAIL, IS_TYPED } from './content/page-survey';
import { sharedText } from './remember';
import { sharedName } from './shared-names';
import { EMAIL_ATTRIBUTE } from './show-emails';

/** Members of the parser that the library's types hide from subclasses. */
interface TagReader {
  attribname: string;
  attribvalue: string;
  attribs: Record<string, string> | null;
  readonly buffers: readonly string[];
  readonly bufferOffset: number;
  readonly foreignContext: readonly unknown[];
  stack: unknown;
  write(chunk: string): void;
  end(): void;
  isVoidElement(name: string): boolean;
  readTagName(start: number, end: number): string;
  onopentagname(start: number, end: number): void;
  onopentagend(end: number): void;
  onclosetag(start: number, end: number): void;
  onattribname(start: number, end: number): void;
  onattribend(): void;
  onend(): void;
  popElement(isImplied: boolean): void;
}

const MAX_COMPARED = 16;
const OpenParser = Parser as unknown as new (...options: ConstructorParameters<typeof Parser>) => TagReader;

/** True for `class` and `id`, the attributes that are read most often. */
const isAsked = (name: string): boolean => name === 'class' || name === 'id';

/**
 * Names of the open elements, innermost first. Adding or removing a name at the start takes constant time, unlike in an
 * array.
 */
class OpenNames {
  /** The innermost name. */
  0: string | undefined = undefined;
  readonly #names: string[] = [];

  get length(): number {
    return this.#names.length;
  }

  unshift(name: string): void {
    this.#names.push(name);
    this[0] = name;
  }

  shift(): string | undefined {
    const name = this.#names.pop();
    this[0] = this.#names[this.#names.length - 1];
    return name;
  }

  includes(name: string): boolean {
    return this.#names.includes(name);
  }

  indexOf(name: string): number {
    const at = this.#names.lastIndexOf(name);
    return at < 0 ? -1 : this.#names.length - 1 - at;
  }
}

/** Parser that stores each tag name, attribute name, class and ID only once in memory, across all pages. */
export class NameSharingParser extends OpenParser {
  /** Bit flags for the attributes of the current tag. */
  marks = 0;
  private readonly seen: string[] = [];
  private count = 0;

  constructor(...options: ConstructorParameters<typeof Parser>) {
    super(...options);
    this.stack = new OpenNames();
  }

  override onopentagname(start: number, end: number): void {
    this.count = 0;
    super.onopentagname(start, end);
  }

  override onend(): void {
    while ((this.stack as OpenNames).length > 0) this.popElement(true);
    super.onend();
  }

  override readTagName(start: number, end: number): string {
    if (this.foreignContext.length === 1) {
      const name = this.nameAt(start, end);
      if (name !== undefined) return name === 'image' ? 'img' : name;
    }
    // In SVG, names may contain capitals, which the base class preserves.
    const name = super.readTagName(start, end);
    const shared = sharedName(name, 0, name.length);
    return shared === name ? shared : name;
  }

  override onattribname(start: number, end: number): void {
    const name = this.nameAt(start, end);
    if (name === undefined) super.onattribname(start, end);
    else this.attribname = name;
  }

  /** Adds an attribute unless the tag already has it. */
  override onattribend(): void {
    const { attribs, attribname, attribvalue } = this;
    if (attribs !== null && !this.isRepeated(attribs))
      attribs[attribname] = isAsked(attribname) ? this.shared(attribvalue) : attribvalue;
    if (attribname === 'itemtype') this.marks |= IS_TYPED;
    else if (attribname === EMAIL_ATTRIBUTE) this.marks |= ENCODES_EMAIL;
    this.attribvalue = '';
  }

  private shared(value: string): string {
    const { text, asksConsent } = sharedText(value);
    if (asksConsent) this.marks |= ASKS_CONSENT;
    return text;
  }

  /** Compares the names one by one. Tags have few attributes, and looking up a missing object property is slow. */
  private isRepeated(attribs: Readonly<Record<string, string>>): boolean {
    const { attribname, seen } = this;
    if (this.count === MAX_COMPARED) return Object.hasOwn(attribs, attribname);
    for (let i = 0; i < this.count; i++) if (seen[i] === attribname) return true;
    seen[this.count++] = attribname;
    return false;
  }

  /** Returns the interned name at `[start, end)`. Undefined if the name extends across two chunks. */
  private nameAt(start: number, end: number): string | undefined {
    const piece = this.buffers[0];
    const to = end - this.bufferOffset;
    return piece === undefined || to > piece.length ? undefined : sharedName(piece, start - this.bufferOffset, to);
  }
}
