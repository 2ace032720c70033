import { inject, injectable } from 'inversify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../common/errors';
import type { PluginServices, Sink, SinkServices } from '../plugin';
import { PluginServicesToken } from '../plugins/plugin-services';
import { Registries } from '../plugins/registry';
import { EventBus } from './event-bus';

/** Most sinks kept ready; a sink costs little to make again. */
const mostSinks = 256;

/** Running sinks, one for each plugin and settings. */
@injectable()
export class Sinks {
  readonly #running = new LRUCache<string, Sink>({ max: mostSinks });

  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(PluginServicesToken) private readonly services: PluginServices,
    @inject(EventBus) private readonly events: EventBus,
  ) {}

  /** The sink of a plugin with some settings; throws BAD_REQUEST when there is no such plugin or the settings do not fit. */
  get(id: string, config: Readonly<Record<string, unknown>>): Sink {
    const key = JSON.stringify([id, config]);
    const running = this.#running.get(key) ?? this.#create(id, config);
    this.#running.set(key, running);
    return running;
  }

  #create(id: string, config: Readonly<Record<string, unknown>>): Sink {
    const plugin = this.registries.sink.get(id);
    if (!plugin) throw new AppError('BAD_REQUEST', `There is no sink plugin "${id}"; take it out in Settings.`);
    const parsed = plugin.config.safeParse(config);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const what = issue ? ` (${issue.path.join('.')}: ${issue.message})` : '';
      throw new AppError('BAD_REQUEST', `The settings of sink "${id}" do not fit${what}; mend them in Settings.`, {
        details: parsed.error.issues,
      });
    }
    const services: SinkServices = {
      ...this.services,
      notify: ({ title, body }) => this.events.emit('notice', undefined, { title, body }),
    };
    return plugin.create(parsed.data as never, services);
  }
}
