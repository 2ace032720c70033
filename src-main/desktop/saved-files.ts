import { basename } from 'node:path';
import type { DesktopRequest } from '../../core/common/desktop/bridge';

/** Maximum number of files whose paths are stored. Only these files can be shown in their folders. */
const maxFiles = 200;

/** Files saved since the app started. The page receives only their IDs, never their paths. */
export class SavedFiles {
  private readonly paths = new Map<number, string>();
  private lastId = 0;

  /** Records a saved file. `isWhole` is false if the download failed. Returns the notice to send to the page. */
  add(path: string, isWhole: boolean): Extract<DesktopRequest, { kind: 'file' }> {
    const id = ++this.lastId;
    if (isWhole) this.paths.set(id, path);
    this.paths.delete(id - maxFiles);
    return { kind: 'file', id, name: basename(path), isWhole };
  }

  /** Returns the path of a file. Undefined if the ID is unknown. */
  pathOf(id: number): string | undefined {
    return this.paths.get(id);
  }
}
