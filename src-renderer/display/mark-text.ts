const isWord = /[\p{L}\p{N}]/u;
/**
 * Minimum length of strings that can match within a word. Shorter strings must match complete words, to avoid
 * accidental matches.
 */
const minLength = 12;

/** Letters and digits of an element's text, each with its text node and its position in that node. */
interface Letters {
  readonly text: string;
  readonly nodes: readonly Text[];
  readonly nodeOf: readonly number[];
  readonly offsetOf: readonly number[];
}

/** Converts a character to lower case, unless this changes its length. Positions therefore remain valid. */
const plain = (letter: string): string => {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
};
const lettersOf = (text: string): string =>
  Array.from(text)
    .filter((one) => isWord.test(one))
    .map(plain)
    .join('');

function readLetters(root: HTMLElement): Letters {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  const nodeOf: number[] = [];
  const offsetOf: number[] = [];
  const text: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push(node as Text);
    let offset = 0;
    for (const one of (node as Text).data) {
      if (isWord.test(one)) {
        const letter = plain(one);
        text.push(letter);
        for (let at = 0; at < letter.length; at++) {
          nodeOf.push(nodes.length - 1);
          offsetOf.push(offset + at);
        }
      }
      offset += one.length;
    }
  }
  return { text: text.join(''), nodes, nodeOf, offsetOf };
}

/** True if the match is not part of a longer word. */
function standsAlone({ nodes, nodeOf, offsetOf }: Letters, from: number, to: number): boolean {
  const before = nodes[nodeOf[from] ?? 0]?.data[(offsetOf[from] ?? 0) - 1] ?? ' ';
  const after = nodes[nodeOf[to] ?? 0]?.data[(offsetOf[to] ?? 0) + 1] ?? ' ';
  return !isWord.test(before) && !isWord.test(after);
}

function find(letters: Letters, wanted: string): readonly [number, number] | undefined {
  for (let from = letters.text.indexOf(wanted); from >= 0; from = letters.text.indexOf(wanted, from + 1)) {
    const to = from + wanted.length - 1;
    if (wanted.length >= minLength || standsAlone(letters, from, to)) return [from, to];
  }
  return undefined;
}

/** Wraps the text between two positions in `mark` elements, one per text node. */
function wrap({ nodes, nodeOf, offsetOf }: Letters, from: number, to: number): void {
  const [first, last] = [nodeOf[from] ?? 0, nodeOf[to] ?? 0];
  for (let at = last; at >= first; at--) {
    const node = nodes[at];
    if (!node || node.data.trim() === '') continue;
    const start = at === first ? (offsetOf[from] ?? 0) : 0;
    const end = at === last ? (offsetOf[to] ?? 0) + 1 : node.data.length;
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    range.surroundContents(document.createElement('mark'));
  }
}

/**
 * Highlights the first of the given strings that is found. Ignores spaces, punctuation and case. Returns the string
 * that was found.
 */
export function markText(root: HTMLElement, texts: readonly string[]): string | undefined {
  const letters = readLetters(root);
  for (const text of texts) {
    const wanted = lettersOf(text);
    const place = wanted === '' ? undefined : find(letters, wanted);
    if (!place) continue;
    wrap(letters, ...place);
    return text;
  }
  return undefined;
}
