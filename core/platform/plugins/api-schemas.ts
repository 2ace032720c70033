import { inject, injectable } from 'inversify';
import type { ApiParts } from '../../common/api/parts';
import { selectorError } from '../../contract/selectors';
import { Registries } from './registry';

/** Contributions of plugins to the API: formats, actions and parsers. Collected when the routes are created. */
@injectable()
export class ApiSchemas {
  #parts: ApiParts | undefined;

  constructor(@inject(Registries) private readonly registries: Registries) {}

  /**
   * Contributions of the plugins. The same object is returned each time, so that schemas derived from it can be cached.
   */
  get parts(): ApiParts {
    const { format, action, parser } = this.registries;
    this.#parts ??= { formats: format.list(), actions: action.list(), parsers: parser.list(), selectorError };
    return this.#parts;
  }
}
