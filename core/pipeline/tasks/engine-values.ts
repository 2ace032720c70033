import { inject, injectable } from 'inversify';
import type { FormatRequest, PageDocument, Task } from '../../common/model';
import type { BaseValues } from '../../contract/plugin';
import { ModelHost, type RequestedProfile } from '../../page/models/model-host';
import { snapshotTag, TrackingStore } from '../../ports/page-stores';

/** Context in which base values are computed. */
export interface ValueSource {
  readonly document: PageDocument;
  readonly task: Task;
  readonly warn: (sentence: string) => void;
}

/** Base values that the worker sends to any format on the main thread that needs them, sandboxed or not. */
const carried: ReadonlySet<keyof BaseValues> = new Set(['rules', 'recipeData', 'digest', 'siteFacts']);

/**
 * Supplies the base values for formats derived on the main thread: captures, history, models, and values from the
 * worker.
 */
@injectable()
export class EngineValues {
  constructor(
    @inject(ModelHost) private readonly models: ModelHost,
    @inject(TrackingStore) private readonly tracking: TrackingStore,
  ) {}

  async of(name: keyof BaseValues, request: FormatRequest, { document, task, warn }: ValueSource): Promise<unknown> {
    const { type } = request;
    if (name === 'capture') return document.page.captures[type];
    if (name === 'model') return this.#model(request.profile as RequestedProfile | undefined, task, warn);
    if (name === 'metadata') return document.metadata;
    if (name === 'page') return document.page;
    const sent = document.carried[type];
    if (carried.has(name) || (sent && Object.hasOwn(sent, name))) return sent?.[name];
    if (name === 'previous') return this.#previous(request, task, warn);
    throw new Error(`A format that needs "${name}" cannot also need values from the engine's thread`);
  }

  /** Returns the model for a request. If `lockdown` is set, this is always the offline model. */
  #model(profile: RequestedProfile | undefined, { spec }: Task, warn: ValueSource['warn']) {
    if (!spec.lockdown) return this.models.current(profile);
    if (!this.models.chosen(profile).fallback) warn('With `lockdown`, no model is called, so only rules were used.');
    return this.models.current('none');
  }

  async #previous({ tag }: FormatRequest, { spec }: Task, warn: ValueSource['warn']) {
    const own = snapshotTag(spec, typeof tag === 'string' ? tag : undefined);
    if (!spec.zeroDataRetention) return this.tracking.last(spec.url, own);
    warn('With zeroDataRetention, change tracking stores no history.');
    return undefined;
  }
}
