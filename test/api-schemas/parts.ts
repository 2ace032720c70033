import type { ApiParts } from '../../core/common/api/parts';
import { selectorError } from '../../core/contract/selectors';
import { Registries } from '../../core/platform/plugins/registry';
import { builtInPlugins } from '../../plugins';

const { format, action, parser } = new Registries(builtInPlugins);

/** What the built-in plugins add to the API. */
export const parts: ApiParts = {
  formats: format.list(),
  actions: action.list(),
  parsers: parser.list(),
  selectorError,
};
