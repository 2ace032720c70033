import { inject, injectable } from 'inversify';
import type { CapturedFile, PageDocument, Task } from '../common/model';
import { Hooks } from '../hooks';
import { ModelHost } from '../models/model-host';
import type { BaseValues } from '../plugin';
import { deriveFormats } from '../plugins/derive';
import { orderFormats } from '../plugins/format-graph';
import { PluginConfigs } from '../plugins/plugin-configs';
import { Registries } from '../plugins/registry';
import { TrackingStore } from '../storage/ports';
import { PublishedFiles } from './published-files';

/** Derives the formats that need the engine's own thread (captures, history, models) and publishes what formats hold. */
@injectable()
export class FormatStage {
  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(PluginConfigs) private readonly configs: PluginConfigs,
    @inject(ModelHost) private readonly models: ModelHost,
    @inject(TrackingStore) private readonly tracking: TrackingStore,
    @inject(PublishedFiles) private readonly files: PublishedFiles,
  ) {}

  /** Every derived value by format id; the worker's values are taken as they are. */
  async derive(document: PageDocument, task: Task, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const { formats } = task.spec;
    const { engine } = orderFormats(
      formats.map(({ type }) => type),
      (id) => this.registries.format.get(id),
    );
    const values = await deriveFormats(
      {
        order: engine,
        find: (id) => this.registries.format.get(id),
        requests: formats,
        configOf: (id) => this.configs.format(id),
        url: document.page.url,
        signal,
        warn: (sentence) => (document.warnings as string[]).push(sentence),
        base: (name, request) => this.#base(name, request, document, task),
      },
      document.values,
    );
    for (const { type } of formats) values[type] = await this.hooks.derive.for(type).promise(values[type], task);
    return values;
  }

  /** The values as they go out, with the four lists of what actions brought back. */
  async publish(values: Readonly<Record<string, unknown>>, { page }: PageDocument, task: Task) {
    if (!page.actions) return values;
    const { screenshots, pdfs, scrapes, javascriptReturns } = page.actions;
    const addresses = (files: readonly CapturedFile[]) =>
      Promise.all(files.map((file) => this.files.publish(file, task)));
    const actions = {
      screenshots: await addresses(screenshots),
      scrapes,
      javascriptReturns,
      pdfs: await addresses(pdfs),
    };
    return { ...values, actions };
  }

  async #base(
    name: keyof BaseValues,
    { type, tag }: { readonly type: string; readonly tag?: unknown },
    document: PageDocument,
    task: Task,
  ) {
    if (name === 'capture') return document.page.captures[type];
    if (name === 'model') return this.models.current();
    if (name === 'metadata') return document.metadata;
    if (name === 'page') return document.page;
    if (name === 'previous') return this.tracking.last(task.spec.url, typeof tag === 'string' ? tag : undefined);
    throw new Error(`A format that needs "${name}" cannot need values of the engine's thread, too`);
  }
}
