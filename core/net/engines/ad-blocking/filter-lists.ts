import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { GuardedHttp } from '../../../contract/plugin';
import { writePrivateFile } from '../../../platform/data-folder/private-file';
import { readUpTo } from '../http/read-up-to';
import { AdBlocker } from './ad-blocker';

/** Sources and storage location of the filter lists. */
export interface FilterListsOptions {
  readonly dataDir: string;
  /** Content of the bundled list. */
  readonly builtIn: string;
  /** URLs of additional lists, from the settings. */
  readonly urls: () => readonly string[];
  readonly http: GuardedHttp;
}

/** A list that could not be fetched, and the reason. */
export interface ListProblem {
  readonly url: string;
  readonly message: string;
}

/** Maximum age of a list before it is fetched again, in ms. */
const maxAgeMs = 24 * 60 * 60_000;
const maxListBytes = 32 * 1024 * 1024;

/**
 * The filter lists in use: the bundled list and the lists from the settings. Lists from the settings are stored in the
 * data directory.
 */
export class FilterLists {
  private readonly folder: string;
  private built: AdBlocker | undefined;

  constructor(private readonly options: FilterListsOptions) {
    this.folder = join(options.dataDir, 'filters');
  }

  /** Returns the blocker for the current lists. */
  blocker(): AdBlocker {
    this.built ??= AdBlocker.parse([this.options.builtIn]);
    return this.built;
  }

  /** Fetches missing and outdated lists and rebuilds the blocker. If a list cannot be fetched, uses its last copy. */
  async refresh(signal: AbortSignal): Promise<readonly ListProblem[]> {
    const problems: ListProblem[] = [];
    const texts: string[] = [this.options.builtIn];
    for (const url of this.options.urls()) {
      const file = join(this.folder, `${hash(url)}.txt`);
      if (!(await isFresh(file))) {
        await this.download(url, file, signal).catch((thrown: unknown) => {
          if (signal.aborted) throw thrown;
          problems.push({ url, message: thrown instanceof Error ? thrown.message : String(thrown) });
        });
      }
      texts.push(await readFile(file, 'utf8').catch(() => ''));
    }
    this.built = await this.build(texts);
    return problems;
  }

  private async download(url: string, file: string, signal: AbortSignal): Promise<void> {
    const answer = await this.options.http.fetch(url, { signal });
    if (!answer.ok) throw new Error(`The filter list could not be downloaded (status ${answer.status}).`);
    const bytes = await readUpTo(answer, maxListBytes + 1);
    if (bytes.length > maxListBytes) throw new Error('The filter list is larger than 32 MB.');
    const text = new TextDecoder().decode(bytes);
    if (/^\s*<(!doctype|html)/i.test(text)) throw new Error('The URL leads to a web page, not a filter list.');
    await writePrivateFile(file, text);
  }

  /** Builds the blocker, or loads a blocker that was built earlier from the same lists. */
  private async build(texts: readonly string[]): Promise<AdBlocker> {
    if (texts.length === 1) return AdBlocker.parse(texts);
    const file = join(this.folder, 'engine.bin');
    const mark = Buffer.from(hash(texts.join('\n')));
    const kept = await readFile(file).catch(() => undefined);
    if (kept?.subarray(0, mark.length).equals(mark)) {
      try {
        return AdBlocker.deserialize(new Uint8Array(kept.subarray(mark.length)));
      } catch {
        // The stored blocker was written by a different version of the filter engine. The lists are therefore parsed
        // below.
      }
    }
    const blocker = AdBlocker.parse(texts);
    await writePrivateFile(file, Buffer.concat([mark, blocker.serialize()]));
    return blocker;
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function isFresh(file: string): Promise<boolean> {
  const facts = await stat(file).catch(() => undefined);
  return facts !== undefined && Date.now() - facts.mtimeMs < maxAgeMs;
}
