import { inject, injectable } from 'inversify';
import type { CapturedFile, Task } from '../../common/model';
import type { Hooks } from '../../contract/hooks';
import { Registries } from '../../platform/plugins/registry';
import { FileStore } from '../../ports/page-stores';
import { ServerFacts } from '../../ports/server-facts';

/** Gives captured files an address. */
@injectable()
export class PublishedFiles {
  constructor(
    @inject(FileStore) private readonly files: FileStore,
    @inject(ServerFacts) private readonly facts: ServerFacts,
    @inject(Registries) private readonly registries: Registries,
  ) {}

  /** Lets captured formats leave as addresses. */
  apply(hooks: Hooks): void {
    for (const { id, capture } of this.registries.format.list()) {
      if (!capture) continue;
      hooks.derive
        .for(id)
        .tapPromise('publish files', async (value, task) => (isFile(value) ? this.publish(value, task) : value));
    }
  }

  /** The file's address; with zeroDataRetention nothing may be kept, so the bytes travel in the answer itself. */
  async publish(file: CapturedFile, { jobId, spec }: Task): Promise<string> {
    if (spec.zeroDataRetention) return `data:${file.mediaType};base64,${Buffer.from(file.bytes).toString('base64')}`;
    return `${this.facts.baseUrl}/files/${await this.files.put(file, { jobId })}`;
  }
}

/** True for captured bytes, as plugins give them. */
export const isFile = (value: unknown): value is CapturedFile =>
  typeof value === 'object' &&
  value !== null &&
  'bytes' in value &&
  'mediaType' in value &&
  value.bytes instanceof Uint8Array;
