import { inject, injectable } from 'inversify';
import type { ActionResults, CapturedFile, Task } from '../../common/model';
import type { Hooks } from '../../contract/hooks';
import { Registries } from '../../platform/plugins/registry';
import { FileStore } from '../../ports/page-stores';
import { ServerFacts } from '../../ports/server-facts';

/** Stores the files from formats and actions, and replaces them with URLs. */
@injectable()
export class PublishedFiles {
  constructor(
    @inject(FileStore) private readonly files: FileStore,
    @inject(ServerFacts) private readonly facts: ServerFacts,
    @inject(Registries) private readonly registries: Registries,
  ) {}

  /** If the value of a format is a file, replaces the file with its URL. */
  apply(hooks: Hooks): void {
    for (const { id } of this.registries.format.list()) {
      hooks.derive
        .for(id)
        .tapPromise('publish files', async (value, task) => (isFile(value) ? this.#publish(value, task) : value));
    }
  }

  /** Publishes the files in the results of actions. */
  async ofActions({ screenshots, pdfs, ...others }: ActionResults, task: Task): Promise<unknown> {
    const publishAll = (files: readonly CapturedFile[]) => Promise.all(files.map((file) => this.#publish(file, task)));
    return { ...others, screenshots: await publishAll(screenshots), pdfs: await publishAll(pdfs) };
  }

  /**
   * Publishes a file and returns its URL. With zeroDataRetention, returns a data URL that contains the bytes of the
   * file.
   */
  async #publish(file: CapturedFile, { jobId, spec }: Task): Promise<string> {
    if (spec.zeroDataRetention) return `data:${file.mediaType};base64,${Buffer.from(file.bytes).toString('base64')}`;
    return `${this.facts.baseUrl}/files/${await this.files.put(file, { jobId })}`;
  }
}

/** True for a captured file, as returned by plugins. */
export const isFile = (value: unknown): value is CapturedFile =>
  typeof value === 'object' &&
  value !== null &&
  'bytes' in value &&
  'mediaType' in value &&
  value.bytes instanceof Uint8Array;
