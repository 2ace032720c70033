import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { monotonicMs } from '../../common/concurrency/deadline';
import { orAborted } from '../../common/concurrency/promises';
import type { Log } from '../../common/log';
import type { GuardedHttp, OcrSettings } from '../../contract/plugin';
import { readUpTo } from '../../net/engines/http/read-up-to';
import { writePrivateFile } from '../../platform/data-folder/private-file';
import type { Settings } from '../../platform/settings/settings';

/** Options for loading the language data for text recognition. */
export interface LanguageDataOptions {
  readonly dataDir: string;
  readonly settings: () => Pick<Settings, 'ocrLanguages' | 'ocrFolder' | 'ocrDownload'>;
  readonly http: GuardedHttp;
  readonly log: Log;
  /** Returns the download URL for the data of a language. */
  readonly urlOf?: (code: string) => string;
}

/** Returns the CDN URL of the npm package with a language's data. */
const packageUrl = (code: string): string =>
  `https://cdn.jsdelivr.net/npm/@tesseract.js-data/${code}@1.0.0/4.0.0_best_int/${code}.traineddata.gz`;

const builtIn = 'eng';
const maxBytes = 64 * 1024 * 1024;
const downloadMs = 60_000;
/** Minimum time between two attempts to download the same data, in ms. */
const retryMs = 600_000;

/**
 * Provides the language data for text recognition. Uses the user's directory and a download directory inside the data
 * directory.
 */
export class LanguageData {
  private readonly downloads: string;
  private readonly running = new Map<string, Promise<void>>();
  private readonly failedAt = new Map<string, number>();

  constructor(private readonly options: LanguageDataOptions) {
    this.downloads = join(options.dataDir, 'ocr');
  }

  /** Returns the text recognition settings. First downloads missing language data, if the user allowed it. */
  async settings(signal: AbortSignal): Promise<OcrSettings> {
    const { ocrLanguages, ocrFolder, ocrDownload } = this.options.settings();
    const folders = [ocrFolder, this.downloads].filter((folder) => folder !== '');
    if (ocrDownload) {
      const missing = await Promise.all(ocrLanguages.map(async (code) => ((await isIn(folders, code)) ? [] : [code])));
      await Promise.all(missing.flat().map((code) => this.fetched(code, signal)));
    }
    return { languages: ocrLanguages, folders };
  }

  /** Downloads the data for a language only once, even if several files need it at the same time. Logs failures. */
  private async fetched(code: string, signal: AbortSignal): Promise<void> {
    if (code === builtIn || monotonicMs() - (this.failedAt.get(code) ?? -retryMs) < retryMs) return;
    signal.throwIfAborted();
    const running = this.running.get(code) ?? this.download(code).finally(() => this.running.delete(code));
    this.running.set(code, running);
    await orAborted(running, signal);
  }

  private async download(code: string): Promise<void> {
    const { http, log, urlOf = packageUrl } = this.options;
    const url = urlOf(code);
    try {
      const answer = await http.fetch(url, { signal: AbortSignal.timeout(downloadMs) });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const bytes = await readUpTo(answer, maxBytes + 1);
      if (bytes.length > maxBytes) throw new Error('it is larger than 64 MB');
      if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw new Error('it is not gzipped language data');
      await writePrivateFile(join(this.downloads, `${code}.traineddata.gz`), bytes);
    } catch (thrown) {
      this.failedAt.set(code, monotonicMs());
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      log.warn(`The language data "${code}" could not be downloaded from ${url}: ${reason}`);
    }
  }
}

async function isIn(folders: readonly string[], code: string): Promise<boolean> {
  const files = folders.flatMap((folder) =>
    ['traineddata', 'traineddata.gz'].map((end) => join(folder, `${code}.${end}`)),
  );
  const found = await Promise.all(
    files.map((file) =>
      access(file).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
