import { inject, injectable } from 'inversify';
import type { Page, PageDocument, Task } from '../common/model';
import { DocumentReader, toReadInput } from '../documents/document-reader';
import { orderFormats } from '../plugins/format-graph';
import { PluginConfigs } from '../plugins/plugin-configs';
import { Registries } from '../plugins/registry';
import { deadlineOf } from './deadline';

/** Turns a page into a document on a worker thread, deriving the formats that can be derived there. */
@injectable()
export class PageReader {
  constructor(
    @inject(DocumentReader) private readonly reader: DocumentReader,
    @inject(Registries) private readonly registries: Registries,
    @inject(PluginConfigs) private readonly configs: PluginConfigs,
  ) {}

  async read(page: Page, task: Task, signal: AbortSignal): Promise<PageDocument> {
    const { spec } = task;
    const order = orderFormats(
      spec.formats.map(({ type }) => type),
      (id) => this.registries.format.get(id),
    );
    const configs = Object.fromEntries(order.worker.map((id) => [id, this.configs.of('format', id)]));
    const output = await this.reader.read(toReadInput(page, task, order, configs, deadlineOf(signal)), signal);
    return { page, ...output };
  }
}
