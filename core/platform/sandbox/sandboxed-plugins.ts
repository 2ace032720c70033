import type { Plugin } from '../../contract/plugin';
import type { DescribedPlugin } from './described-plugins';
import type { PluginSandbox } from './plugin-sandbox';
import { sandboxedAction } from './sandboxed-actions';
import { sandboxedFormat } from './sandboxed-formats';
import { sandboxedParser } from './sandboxed-parsers';
import { sandboxedModel, sandboxedSearch, sandboxedSink } from './sandboxed-services';

const makers: Readonly<
  Partial<Record<Plugin['kind'], (sandbox: PluginSandbox, plugin: DescribedPlugin, index: number) => Plugin>>
> = {
  format: sandboxedFormat,
  search: sandboxedSearch,
  sink: sandboxedSink,
  model: sandboxedModel,
  parser: sandboxedParser,
  action: sandboxedAction,
};

/** Returns plugins that run in the sandbox. Omits plugins of kinds that cannot run in the sandbox. */
export const sandboxedPlugins = (sandbox: PluginSandbox, plugins: readonly DescribedPlugin[]): readonly Plugin[] =>
  plugins.flatMap((plugin, index) => makers[plugin.kind]?.(sandbox, plugin, index) ?? []);
