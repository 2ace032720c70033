import type { ApiParts } from '../../core/common/api/parts';
import { selectorError } from '../../core/contract/selectors';
import { Registries } from '../../core/platform/plugins/registry';
import { builtInPlugins } from '../../plugins';

const { format, action, parser } = new Registries(builtInPlugins);

/** Formats, actions and parsers of the built-in plugins, from which the API schemas are built. */
export const parts: ApiParts = {
  formats: format.list(),
  actions: action.list(),
  parsers: parser.list(),
  selectorError,
};
