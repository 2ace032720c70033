import { createHash } from 'node:crypto';

/** Longest name of a folder or file, in characters; with four bytes each they still fit every file system. */
const longestSegment = 60;
/** Longest path below the output folder. */
const longestPath = 160;

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** A folder called like a file that another page may get. */
const likeFile = /\.(?:md|html|json|png)$/i;

/** Gives each page a path of its own below the output folder: `host/path/to/page`, without an ending. */
export class PageFileNames {
  readonly #taken = new Map<string, number>();

  /** The path, with slashes; the same address again gets another one. */
  nameOf(address: string): string {
    const path = pathOf(address);
    // Some file systems take upper and lower case for the same.
    const key = path.toLowerCase();
    const times = (this.#taken.get(key) ?? 0) + 1;
    this.#taken.set(key, times);
    return times === 1 ? path : this.nameOf(`${address}${address.includes('?') ? '-' : '?'}${times}`);
  }
}

function pathOf(address: string): string {
  const { host, pathname, search } = new URL(address);
  const segments = pathname.slice(1).split('/');
  const last = segments.pop() ?? '';
  const file = `${decoded(last).replace(/\.(?:html?|php|aspx?)$/i, '') || 'index'}${decoded(search)}`;
  const folders = [host, ...segments.filter(Boolean)].map(safeSegment).map((name) => name.replace(likeFile, '$&-'));
  const path = [...folders, safeSegment(file)].join('/');
  if (path.length <= longestPath) return path;
  return `${folders[0]}/${safeSegment(file)}-${createHash('sha256').update(address).digest('hex').slice(0, 12)}`;
}

/** A name every file system takes, that hides nothing and leads nowhere else. */
function safeSegment(text: string): string {
  const plain = decoded(text)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '');
  const short = Array.from(plain)
    .slice(0, longestSegment)
    .join('')
    .replace(/(?<![.-])[.-]+$/, '');
  if (short === '') return 'page';
  return reserved.test(short) ? `_${short}` : short;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
