import { type ChildNode, isTag, isText } from 'domhandler';
import { oneLine } from './one-line';

/**
 * A run of text (and the pictures in it) that a reader sees as one line or paragraph, with counts over its text. CJK characters
 * count as half a word each because such text has no spaces.
 */
export class Block {
  /** Index of the nearest element around it that is not inline. */
  element = 0;
  readonly leaves: ChildNode[] = [];
  linkWords = 0;
  links = 0;
  media = 0;
  chars = 0;
  words = 0;
  upper = 0;
  commas = 0;
  stops = 0;
  symbols = 0;
  /** The last character that is not white space. */
  last = 0;
  /** A hash of all characters that are not white space. */
  hash = 0;
  private inWord = false;
  private cjk = 0;
  private known: string | undefined;

  /** Its text with single spaces, put together when first asked for: most long texts never are. */
  get text(): string {
    if (this.known === undefined) {
      let text = '';
      for (const leaf of this.leaves) {
        if (isText(leaf)) text += leaf.data;
        else if (isTag(leaf) && (leaf.name === 'br' || leaf.name === 'wbr')) text += '\n';
      }
      this.known = oneLine(text);
    }
    return this.known;
  }

  /** True for a text long and plain enough to be prose. */
  get isProse(): boolean {
    return this.words >= 12 && this.linkWords * 3 < this.words;
  }

  /** Takes in more text of the same run; `words` grows as words begin. */
  add(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code <= 32 || code === 160) {
        this.inWord = false;
        continue;
      }
      this.chars++;
      this.last = code;
      this.hash = Math.imul(this.hash ^ code, 16777619);
      if (code < 128) this.addAscii(code);
      else this.addOther(code);
    }
  }

  private addAscii(code: number): void {
    const lower = code | 32;
    if (lower >= 97 && lower <= 122) {
      if (code < 97) this.upper++;
      this.startWord();
    } else if (code >= 48 && code <= 57) {
      this.startWord();
    } else if (code !== 39 && code !== 95) {
      this.inWord = false;
      if (code === 44) this.commas++;
      else if (code === 46 || code === 33 || code === 63) this.stops++;
      else this.symbols++;
    }
  }

  private addOther(code: number): void {
    if ((code >= 0x2000 && code <= 0x206f && code !== 0x2019) || (code >= 0x3000 && code <= 0x303f) || code < 0xc0) {
      this.inWord = false;
      if (code === 0x3001) this.commas++;
      else if (code === 0x3002 || code === 0x2026) this.stops++;
      else this.symbols++;
    } else if (code >= 0x3040 && code <= 0x9fff) {
      this.inWord = false;
      this.cjk++;
      if (this.cjk % 2 === 1) this.words++;
    } else if (code === 0xff0c) this.commas++;
    else if (code === 0xff01 || code === 0xff1f || code === 0xff0e) this.stops++;
    else this.startWord();
  }

  private startWord(): void {
    if (!this.inWord) this.words++;
    this.inWord = true;
  }
}
