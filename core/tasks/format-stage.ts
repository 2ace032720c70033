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

  /** The document with every requested value; what the worker derived is taken as it is. */
  async derive(document: PageDocument, task: Task, signal: AbortSignal): Promise<PageDocument> {
    const { formats } = task.spec;
    const { engine } = orderFormats(
      formats.map(({ type }) => type),
      (id) => this.registries.format.get(id),
    );
    const warnings = [...document.warnings];
    const warn = (sentence: string) => void warnings.push(sentence);
    let kept: unknown;
    const values = await deriveFormats(
      {
        order: engine,
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
        base: (name, request) => this.#base(name, request, { document, task, warn }),
      },
      document.values,
    );
    for (const { type } of formats) values[type] = await this.hooks.derive.for(type).promise(values[type], task);
    return { ...document, values, warnings, ...(kept === undefined ? {} : { kept }) };
  }

  /** The values as they go out, with the four lists of what actions brought back. */
  async publish({ page, values }: PageDocument, task: Task): Promise<Readonly<Record<string, unknown>>> {
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
    { document, task, warn }: { document: PageDocument; task: Task; warn: (sentence: string) => void },
  ) {
    if (name === 'capture') return document.page.captures[type];
    if (name === 'model') return this.models.current();
    if (name === 'metadata') return document.metadata;
    if (name === 'page') return document.page;
    if (name === 'rules' || name === 'digest') return document.carried[type]?.[name];
    if (name !== 'previous') {
      throw new Error(`A format that needs "${name}" cannot need values of the engine's thread, too`);
    }
    if (!task.spec.zeroDataRetention) {
      return this.tracking.last(task.spec.url, typeof tag === 'string' ? tag : undefined);
    }
    warn('Change tracking keeps no history with zeroDataRetention.');
    return undefined;
  }
}
