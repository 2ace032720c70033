import { inject, injectable } from 'inversify';
import type { ApiParts } from '../common/api/parts';
import { selectorError } from '../documents/content/selectors';
import { Registries } from './registry';

/** What plugins add to the API, read when the routes are made. */
@injectable()
export class ApiSchemas {
  constructor(@inject(Registries) private readonly registries: Registries) {}

  get parts(): ApiParts {
    const { format, action, parser } = this.registries;
    return { formats: format.list(), actions: action.list(), parsers: parser.list(), selectorError };
  }
}
