import { createHash } from 'node:crypto';
import { percentDecoded } from '../../core/common/values/percent-decoded';

/**
 * Maximum length of a directory or file name, in characters. Every file system accepts names of this length, even with
 * four bytes per character.
 */
const maxSegmentLength = 60;
/** Maximum length of a path below the output directory, in characters. */
const maxPathLength = 160;

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Matches directory names that could collide with file names of other pages. */
const likeFile = /\.(?:md|html|json|png)$/i;

/** Assigns each page a unique path below the output directory: `host/path/to/page`, without extension. */
export class PageFileNames {
  readonly #taken = new Map<string, number>();

  /** Returns the path for a URL, with slashes as separators. Returns a different path each time a URL recurs. */
  nameOf(address: string): string {
    const path = pathOf(address);
    // Compares paths in lower case, because some file systems are case-insensitive.
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
  const file = `${percentDecoded(last).replace(/\.(?:html?|php|aspx?)$/i, '') || 'index'}${percentDecoded(search)}`;
  const folders = [host, ...segments.filter(Boolean)].map(safeSegment).map((name) => name.replace(likeFile, '$&-'));
  const path = [...folders, safeSegment(file)].join('/');
  if (path.length <= maxPathLength) return path;
  return `${folders[0]}/${safeSegment(file)}-${createHash('sha256').update(address).digest('hex').slice(0, 12)}`;
}

/** Returns a name that is valid on every file system, is not hidden, and does not refer to another directory. */
function safeSegment(text: string): string {
  const plain = percentDecoded(text)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '');
  const short = Array.from(plain)
    .slice(0, maxSegmentLength)
    .join('')
    .replace(/(?<![.-])[.-]+$/, '');
  if (short === '') return 'page';
  return reserved.test(short) ? `_${short}` : short;
}
