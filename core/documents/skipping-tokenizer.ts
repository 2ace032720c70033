import { Tokenizer } from 'htmlparser2';

/** What the tokenizer does with a character in some of its states; its types keep that from subclasses. */
interface States {
  index: number;
  readonly buffer: string;
  readonly offset: number;
  stateText(code: number): void;
  stateInTagName(code: number): void;
  stateInClosingTagName(code: number): void;
  stateInAttributeName(code: number): void;
  handleInAttributeValue(code: number, quote: number): void;
  fastForwardTo(code: number): boolean;
}

const OpenTokenizer = Tokenizer as unknown as new (...options: ConstructorParameters<typeof Tokenizer>) => States;
const SPACE = 0x20;
const AMPERSAND = 0x26;
const SLASH = 0x2f;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;

/** True for what may end the name of a tag or attribute. */
const mayEndName = (code: number): boolean => code <= SPACE || code === SLASH || code === GREATER || code === EQUALS;

/**
 * The parser's tokenizer, which looks at every character in the state it is in, made to skip those that its state only
 * passes over. The tokens are the same: skipping stops at every character that could mean something, or sooner.
 */
class Skipping extends OpenTokenizer {
  override stateText(code: number): void {
    if (code === LESS || code === AMPERSAND) super.stateText(code);
    else this.skipTo(LESS);
  }

  override handleInAttributeValue(code: number, quote: number): void {
    if (code === quote || code === AMPERSAND) super.handleInAttributeValue(code, quote);
    else this.skipTo(quote);
  }

  override stateInTagName(code: number): void {
    if (mayEndName(code)) super.stateInTagName(code);
    else this.skipName();
  }

  override stateInClosingTagName(code: number): void {
    if (mayEndName(code)) super.stateInClosingTagName(code);
    else this.skipName();
  }

  override stateInAttributeName(code: number): void {
    if (mayEndName(code)) super.stateInAttributeName(code);
    else this.skipName();
  }

  /** Scripts and comments are long, and searching a string is much faster than asking for its characters. */
  override fastForwardTo(code: number): boolean {
    const { buffer, offset } = this;
    const found = buffer.indexOf(String.fromCharCode(code), this.index + 1 - offset);
    this.index = offset + (found < 0 ? buffer.length - 1 : found);
    return found >= 0;
  }

  /** Leaves the index just before the next character given, or before a reference; the tokenizer moves it on by one. */
  private skipTo(end: number): void {
    const { buffer, offset } = this;
    let at = this.index - offset + 1;
    for (; at < buffer.length; at++) {
      const code = buffer.charCodeAt(at);
      if (code === end || code === AMPERSAND) break;
    }
    this.index = offset + at - 1;
  }

  private skipName(): void {
    const { buffer, offset } = this;
    let at = this.index - offset + 1;
    while (at < buffer.length && !mayEndName(buffer.charCodeAt(at))) at++;
    this.index = offset + at - 1;
  }
}

/** A faster tokenizer for the parser, with the same tokens. */
export const SkippingTokenizer = Skipping as unknown as typeof Tokenizer;
