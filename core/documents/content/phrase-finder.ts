/** Where in a text a phrase may stand. */
type Place = 'anywhere' | 'start';

/** Finds many phrases at word beginnings in one walk over a text; each phrase sets the bit of its group. */
export class PhraseFinder {
  private readonly classes = new Uint8Array(65_536);
  private readonly width: number;
  private readonly next: Uint16Array;
  private readonly whole: Int32Array;
  private readonly begun: Int32Array;
  private size = 1;

  /** Each group is a comma-separated list of lower-case phrases; a `*` at the end stands for any ending. */
  constructor(groups: readonly string[]) {
    const lists = groups.map((group) => group.split(',').map((phrase) => phrase.trim()));
    const chars = new Set(lists.flat().flatMap((phrase) => [...phrase.replace(/\*$/, '')]));
    for (const char of chars)
      if (this.classes[char.charCodeAt(0)] === 0) this.classes[char.charCodeAt(0)] = this.size++;
    this.width = this.size;
    const nodes = 2 + lists.flat().reduce((sum, phrase) => sum + phrase.length, 0);
    this.next = new Uint16Array(nodes * this.width);
    this.whole = new Int32Array(nodes);
    this.begun = new Int32Array(nodes);
    this.size = 1;
    lists.forEach((phrases, bit) => {
      for (const phrase of phrases) this.add(phrase, 1 << bit);
    });
  }

  private add(phrase: string, mask: number): void {
    const open = phrase.endsWith('*');
    const text = open ? phrase.slice(0, -1) : phrase;
    let node = 0;
    for (let i = 0; i < text.length; i++) {
      const at = node * this.width + (this.classes[text.charCodeAt(i)] ?? 0);
      if (this.next[at] === 0) this.next[at] = this.size++;
      node = this.next[at] ?? 0;
    }
    const masks = open ? this.begun : this.whole;
    masks[node] = (masks[node] ?? 0) | mask;
  }

  /** The bits of all groups with a phrase in a lower-case text. */
  find(text: string, place: Place = 'anywhere'): number {
    const { classes, next, width, whole, begun } = this;
    let mask = 0;
    let inWord = false;
    for (let start = 0; start < text.length; start++) {
      const code = text.charCodeAt(start);
      const fresh = !inWord;
      inWord = isWordCode(code);
      if (!fresh && inWord) continue;
      let node = 0;
      for (let i = start; i < text.length; i++) {
        node = next[node * width + (classes[text.charCodeAt(i)] as number)] as number;
        if (node === 0) break;
        mask |= begun[node] as number;
        if (whole[node] !== 0 && !isWordCode(text.charCodeAt(i + 1))) mask |= whole[node] as number;
      }
      if (place === 'start') break;
    }
    return mask;
  }
}

/** True for letters and digits; the code after the end of a text, NaN, is neither. */
function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 0xc0 && (code < 0x2000 || code > 0x303f))
  );
}
