/** Counts over a run of text; CJK characters count as half a word each because such text has no spaces. */
export class TextStats {
  chars = 0;
  words = 0;
  digits = 0;
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
      this.digits++;
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
