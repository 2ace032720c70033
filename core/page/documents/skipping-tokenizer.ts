import { QuoteType, Tokenizer } from 'htmlparser2';

type TokenHandler = Pick<ConstructorParameters<typeof Tokenizer>[1], 'onattribname' | 'onattribdata' | 'onattribend'>;

/** Members of the tokenizer that the library's types hide from subclasses. */
interface States {
  index: number;
  readonly buffer: string;
  readonly offset: number;
  readonly cbs: TokenHandler;
  sectionStart: number;
  stateText(code: number): void;
  stateBeforeTagName(code: number): void;
  stateBeforeDeclaration(code: number): void;
  stateInTagName(code: number): void;
  stateInClosingTagName(code: number): void;
  stateBeforeAttributeName(code: number): void;
  stateInAttributeName(code: number): void;
  handleInAttributeValue(code: number, quote: number): void;
  fastForwardTo(code: number): boolean;
}

const OpenTokenizer = Tokenizer as unknown as new (...options: ConstructorParameters<typeof Tokenizer>) => States;
const SPACE = 0x20;
const QUOTE = 0x22;
const AMPERSAND = 0x26;
const SLASH = 0x2f;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;
const OPENING_BRACKET = 0x5b;

/** True for characters that may end the name of a tag or attribute. */
const mayEndName = (code: number): boolean => code <= SPACE || code === SLASH || code === GREATER || code === EQUALS;

const isSpace = (code: number): boolean =>
  code === SPACE || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c;

/** Returns the end of a tag name. Undefined if the name is invalid or not followed by white space, `/` or `>`. */
function endOfName(text: string, from: number): number | undefined {
  const first = text.charCodeAt(from) | 0x20;
  if (!(first >= 0x61 && first <= 0x7a)) return undefined;
  let at = from + 1;
  while (at < text.length && !mayEndName(text.charCodeAt(at))) at++;
  const code = text.charCodeAt(at);
  return code === GREATER || code === SLASH || isSpace(code) ? at : undefined;
}

const RAW_TEXT = 'iframe noembed noframes plaintext script style textarea title xmp'.split(' ');
const MAX_CHARS = 16;
const rawText = new Uint8Array(128 * MAX_CHARS);
for (const name of RAW_TEXT) rawText[name.charCodeAt(0) * MAX_CHARS + name.length] = 1;

/** True if the name of a raw text element, such as `script`, has this first letter and length. */
const mayHoldRawText = (first: number, length: number): boolean =>
  length < MAX_CHARS && rawText[(first | 0x20) * MAX_CHARS + length] === 1;

/** Returns the index of the closing quote. Undefined if a character reference or the end of the chunk comes first. */
function endOfValue(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === AMPERSAND) return undefined;
  }
  return undefined;
}

/**
 * Tokenizer that skips characters with no meaning in its current state. Emits the same tokens as the base class, except
 * for CDATA.
 */
class Skipping extends OpenTokenizer {
  override stateText(code: number): void {
    const found = code === LESS || code === AMPERSAND ? code : this.skipTo(LESS);
    if (found !== undefined) super.stateText(found);
  }

  override handleInAttributeValue(code: number, quote: number): void {
    const found = code === quote || code === AMPERSAND ? code : this.skipTo(quote);
    if (found !== undefined) super.handleInAttributeValue(found, quote);
  }

  /** Reads most tag names in one step. The base class handles raw text elements and text that is not a tag. */
  override stateBeforeTagName(code: number): void {
    const { buffer, offset } = this;
    const isClosing = code === SLASH;
    const start = this.index - offset + (isClosing ? 1 : 0);
    const end = endOfName(buffer, start);
    if (end === undefined || (!isClosing && mayHoldRawText(buffer.charCodeAt(start), end - start)))
      super.stateBeforeTagName(code);
    else {
      this.sectionStart = offset + start;
      this.index = offset + end;
      if (isClosing) super.stateInClosingTagName(buffer.charCodeAt(end));
      else super.stateInTagName(buffer.charCodeAt(end));
    }
  }

  /**
   * In HTML, `<![CDATA[` and `<?` start a comment that ends at the next `>`. For `<![CDATA[`, the base class would
   * search for `]]>` instead.
   */
  override stateBeforeDeclaration(code: number): void {
    super.stateBeforeDeclaration(code === OPENING_BRACKET ? QUESTION : code);
  }

  override stateInTagName(code: number): void {
    const end = this.skipName(code);
    if (end !== undefined) super.stateInTagName(end);
  }

  override stateInClosingTagName(code: number): void {
    const end = this.skipName(code);
    if (end !== undefined) super.stateInClosingTagName(end);
  }

  /** Reads attributes in the most common notation in one step. The base class handles other notations. */
  override stateBeforeAttributeName(code: number): void {
    const { buffer, offset } = this;
    const at = code === SLASH ? this.index - offset : this.readAttributes(this.index - offset);
    this.index = offset + Math.min(at, buffer.length - 1);
    if (at < buffer.length) super.stateBeforeAttributeName(buffer.charCodeAt(at));
  }

  override stateInAttributeName(code: number): void {
    const end = this.skipName(code);
    if (end !== undefined) super.stateInAttributeName(end);
  }

  /** Uses `indexOf`, which is much faster than reading single characters, especially in long scripts and comments. */
  override fastForwardTo(code: number): boolean {
    const { buffer, offset } = this;
    const found = buffer.indexOf(String.fromCharCode(code), this.index + 1 - offset);
    this.index = offset + (found < 0 ? buffer.length - 1 : found);
    return found >= 0;
  }

  /** Reads `name="value"` pairs and white space. Returns the index of the first character after them. */
  private readAttributes(from: number): number {
    const { buffer, offset, cbs } = this;
    for (let at = from; ; ) {
      while (isSpace(buffer.charCodeAt(at))) at++;
      const start = at;
      while (at < buffer.length && !mayEndName(buffer.charCodeAt(at))) at++;
      if (at === start || buffer.charCodeAt(at) !== EQUALS || buffer.charCodeAt(at + 1) !== QUOTE) return start;
      const value = at + 2;
      const end = endOfValue(buffer, value);
      if (end === undefined) return start;
      cbs.onattribname(offset + start, offset + at);
      cbs.onattribdata(offset + value, offset + end);
      at = end + 1;
      cbs.onattribend(QuoteType.Double, offset + at);
    }
  }

  /**
   * Advances to the next `end` character or character reference. Returns the code of the character there, or undefined
   * if the chunk ends first.
   */
  private skipTo(end: number): number | undefined {
    const { buffer, offset } = this;
    for (let at = this.index - offset + 1; at < buffer.length; at++) {
      const code = buffer.charCodeAt(at);
      if (code !== end && code !== AMPERSAND) continue;
      this.index = offset + at;
      return code;
    }
    this.index = offset + buffer.length - 1;
    return undefined;
  }

  /**
   * Advances to a character that may end a name and returns the character's code. Undefined if the chunk ends first.
   */
  private skipName(first: number): number | undefined {
    if (mayEndName(first)) return first;
    const { buffer, offset } = this;
    for (let at = this.index - offset + 1; at < buffer.length; at++) {
      const code = buffer.charCodeAt(at);
      if (!mayEndName(code)) continue;
      this.index = offset + at;
      return code;
    }
    this.index = offset + buffer.length - 1;
    return undefined;
  }
}

/** A faster tokenizer for the parser. Emits the same tokens as the library's tokenizer, except for CDATA. */
export const SkippingTokenizer = Skipping as unknown as typeof Tokenizer;
