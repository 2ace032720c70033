import { hashOf } from './quota';
import { RecentMap } from './recent';
import { isToken } from './trap-tokens';

/** Parts of a link's URL that a trap guard learns from. */
export type TaughtLink = Pick<URL, 'href' | 'host' | 'pathname'>;

/** A folder, with hashes of the file and folder names that are linked below it. */
interface Folder {
  readonly names: Set<number>;
  /** Number of consecutive folders, ending with this folder, that mostly contain the same names as their parent. */
  echoes: number;
}

const maxNames = 64;

/** After this number of consecutive repeating folders, deeper links are refused. */
const maxEchoes = 2;

/** Returns the folder against which a page's relative links are resolved. */
const folderOf = (pathname: string): string => pathname.slice(0, pathname.lastIndexOf('/') + 1);

const parentOf = (folder: string): string => folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);

/** Returns a name with its digits masked, so that `page7` and `page12` are equal. Undefined for bare numbers. */
function shapeOf(name: string): string | undefined {
  if (name === '' || /^\d+$/.test(name)) return undefined;
  return isToken(name) ? '*' : name.replace(/\d+/g, '#');
}

/**
 * Detects folders that mostly contain the same names as their parent. Such folders are generated, or come from relative
 * links that lead one level deeper on every page.
 */
export class FolderWatch {
  readonly #folders = new RecentMap<string, Folder>(2500);

  /**
   * Learns from the links on a page. Must be called before these links are checked. Returns the links that contain
   * names new to their folder.
   */
  learn(site: string, page: URL, links: readonly TaughtLink[]): readonly TaughtLink[] {
    const taught: TaughtLink[] = [];
    const { host } = page;
    for (const folder of foldersOf(page.pathname)) {
      const named = links.flatMap((link) => {
        const name = nameBelow(folder, link, host);
        return name === undefined ? [] : [{ link, name }];
      });
      if (named.length === 0) continue;
      const added = this.#note(
        `${site}${folder}`,
        site.length,
        named.map(({ name }) => name),
      );
      for (const { link, name } of named) if (added.delete(hashOf(name))) taught.push(link);
    }
    return taught;
  }

  /** True when a link leads deeper into repeating folders. */
  isEcho(site: string, url: URL): boolean {
    let folder = folderOf(url.pathname);
    for (let step = 0; step < 3 && folder !== '/'; step++) {
      const known = this.#folders.get(`${site}${folder}`);
      if (known && known.echoes >= maxEchoes) return true;
      folder = parentOf(folder);
    }
    return false;
  }

  /** Stores the names that are linked below a folder. Returns the hashes of the names that are new to the folder. */
  #note(key: string, siteLength: number, names: readonly string[]): Set<number> {
    const folder = this.#folders.open(key, () => ({ names: new Set(), echoes: 0 }));
    const added = new Set<number>();
    for (const name of names) {
      if (folder.names.size >= maxNames) break;
      const code = hashOf(name);
      if (!folder.names.has(code)) added.add(code);
      folder.names.add(code);
    }
    const parentKey = key.slice(0, siteLength) + parentOf(key.slice(siteLength));
    const parent = parentKey === key ? undefined : this.#folders.get(parentKey);
    if (!parent) return added;
    const same = [...folder.names].filter((name) => parent.names.has(name)).length;
    folder.echoes = same * 5 >= folder.names.size * 3 && same > 0 ? parent.echoes + 1 : 0;
    return added;
  }
}

/** Returns the folder that contains a page, and the page itself if its URL may refer to a folder. */
function foldersOf(pathname: string): string[] {
  const own = folderOf(pathname);
  const name = pathname.slice(own.length);
  return name === '' || name.includes('.') ? [own] : [own, `${pathname}/`];
}

function nameBelow(folder: string, link: TaughtLink, host: string): string | undefined {
  if (link.host !== host || !link.pathname.startsWith(folder)) return undefined;
  const rest = link.pathname.slice(folder.length);
  const slash = rest.indexOf('/');
  return shapeOf(slash < 0 ? rest : rest.slice(0, slash));
}
