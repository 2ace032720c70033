import { inject, injectable } from 'inversify';
import type { ApiParts } from '../../common/api/parts';
import { selectorError } from '../../contract/selectors';
import { Registries } from './registry';

/** What plugins add to the API, read when the routes are made. */
@injectable()
export class ApiSchemas {
  #parts: ApiParts | undefined;

  constructor(@inject(Registries) private readonly registries: Registries) {}

  /** The same object each time, so that schemas built from it can be built once. */
  get parts(): ApiParts {
    const { format, action, parser } = this.registries;
    this.#parts ??= { formats: format.list(), actions: action.list(), parsers: parser.list(), selectorError };
    return this.#parts;
  }
}
