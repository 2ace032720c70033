import { basename } from 'node:path';
import type { DesktopRequest } from '../../core/common/desktop/bridge';

/** Most files that can be shown in their folder later. */
const mostFiles = 200;

/** Files that were saved in this run: the page knows their ids, never their places. */
export class SavedFiles {
  private readonly paths = new Map<number, string>();
  private lastId = 0;

  /** Notes a file that has arrived, or failed to; gives back what the page is told. */
  add(path: string, isWhole: boolean): Extract<DesktopRequest, { kind: 'file' }> {
    const id = ++this.lastId;
    if (isWhole) this.paths.set(id, path);
    this.paths.delete(id - mostFiles);
    return { kind: 'file', id, name: basename(path), isWhole };
  }

  /** Place of a file; undefined for an id that no file has. */
  pathOf(id: number): string | undefined {
    return this.paths.get(id);
  }
}
