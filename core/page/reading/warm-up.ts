import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject, injectable } from 'inversify';
import { PluginConfigs } from '../../platform/plugins/plugin-configs';
import { Registries } from '../../platform/plugins/registry';
import { DocumentReader, type ReadInput } from './document-reader';

/**
 * Delay between the start of the engine and the warm-up, in ms. If a program starts the engine to run a job, the job's
 * first page usually arrives before the warm-up. The warm-up is then skipped.
 */
const delayMs = 1000;
/** Maximum duration of the warm-up, in ms. Limits how long a hanging plugin can block a thread. */
const maxMs = 10_000;

/** Starts the first reader thread and runs its code once on sample pages. This saves about 500 ms in the first job. */
@injectable()
export class WarmUp {
  readonly #closing = new AbortController();

  constructor(
    @inject(DocumentReader) private readonly reader: DocumentReader,
    @inject(PluginConfigs) private readonly configs: PluginConfigs,
    @inject(Registries) private readonly registries: Registries,
  ) {}

  /** Runs the warm-up after a delay. Returns false if a page was read before the warm-up or if `stop` was called. */
  async begin(folder: string): Promise<boolean> {
    await pause(delayMs, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
    return this.run(folder);
  }

  /** Reads one page from each folder of a sample site. Returns true if all pages were read. Never rejects. */
  async run(folder: string, timeoutMs = maxMs): Promise<boolean> {
    try {
      const names = onePerFolder((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html')));
      const bodies = await Promise.all(names.map((name) => readFile(join(folder, name))));
      const formats = this.registries.format.list().flatMap(({ id, isStandard }) => (isStandard ? [{ type: id }] : []));
      const { worker } = this.registries.orderOf({ formats });
      const configs = Object.fromEntries(worker.map((id) => [id, this.configs.of('format', id)]));
      const isWhole = await this.reader.warm(
        bodies.map((body) => toSample(body, worker, configs)),
        AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeoutMs)]),
      );
      return isWhole && bodies.length > 0;
    } catch {
      return false;
    }
  }

  /** Aborts a warm-up in progress. */
  stop(): void {
    this.#closing.abort();
  }
}

/** Selects one page from each folder. More pages are not needed, because the pages in a folder are similar. */
const onePerFolder = (names: readonly string[]): readonly string[] => [
  ...new Map(names.toSorted().map((name) => [dirname(name), name])).values(),
];

const toSample = (body: Uint8Array, order: readonly string[], configs: ReadInput['configs']): ReadInput => ({
  url: 'http://127.0.0.1/',
  statusCode: 200,
  headers: {},
  contentType: 'text/html; charset=utf-8',
  body,
  rendered: false,
  content: { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true },
  order,
  formats: order.map((type) => ({ type })),
  configs,
  parsers: [],
  deadlineMs: Number.POSITIVE_INFINITY,
  wantsLinks: true,
});
