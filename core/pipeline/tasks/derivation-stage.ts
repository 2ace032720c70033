import { inject, injectable } from 'inversify';
import { deadlineOf } from '../../common/concurrency/deadline';
import type { Page, PageDocument, Task } from '../../common/model';
import { Hooks } from '../../contract/hooks';
import { DocumentReader, toReadInput } from '../../page/reading/document-reader';
import { deriveFormats } from '../../platform/plugins/derive';
import { PluginConfigs } from '../../platform/plugins/plugin-configs';
import { Registries } from '../../platform/plugins/registry';
import { EngineValues } from './engine-values';
import { PublishedFiles } from './published-files';

/**
 * Turns a page into a document and derives its formats. Uses a worker thread where possible, otherwise the engine's
 * thread.
 */
@injectable()
export class DerivationStage {
  constructor(
    @inject(DocumentReader) private readonly reader: DocumentReader,
    @inject(Registries) private readonly registries: Registries,
    @inject(PluginConfigs) private readonly configs: PluginConfigs,
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(EngineValues) private readonly values: EngineValues,
    @inject(PublishedFiles) private readonly files: PublishedFiles,
  ) {}

  /** Reads the page and derives the formats that a worker thread can derive. */
  async read(page: Page, task: Task, signal: AbortSignal): Promise<PageDocument> {
    const order = this.registries.orderOf(task.spec);
    const configs = Object.fromEntries(order.worker.map((id) => [id, this.configs.of('format', id)]));
    const input = toReadInput(page, task, order, configs, deadlineOf(signal));
    const output = await this.reader.read(input, signal, task.onRecognition);
    return { page, ...output };
  }

  /** Returns the document with every requested value. Values that the worker has derived are retained. */
  async derive(document: PageDocument, task: Task, signal: AbortSignal): Promise<PageDocument> {
    const { formats } = task.spec;
    const warnings = [...document.warnings];
    const warn = (sentence: string) => void warnings.push(sentence);
    let kept: unknown;
    const values = await deriveFormats(
      {
        order: this.registries.orderOf(task.spec).engine,
        find: (id) => this.registries.format.get(id),
        requests: formats,
        configOf: (id) => this.configs.of('format', id),
        url: document.page.url,
        isUnlinked: task.isUnlinked,
        signal,
        warn,
        keep: (json) => {
          kept = json;
        },
        base: (name, request) => this.values.of(name, request, { document, task, warn }),
      },
      document.values,
    );
    for (const { type } of formats) values[type] = await this.hooks.derive.for(type).promise(values[type], task);
    return { ...document, values, warnings, ...(kept === undefined ? {} : { kept }) };
  }

  /** Returns the values for the response, including the results of actions. */
  async publish({ page, values }: PageDocument, task: Task): Promise<Readonly<Record<string, unknown>>> {
    return page.actions ? { ...values, actions: await this.files.ofActions(page.actions, task) } : values;
  }
}
