import type { Plugin } from '../core/contract/plugin';

const found = import.meta.glob<Plugin>(['./*/*.ts', './*/*/index.ts'], { eager: true, import: 'default' });

/** Every built-in plugin, found by its place: one file, or one folder with an index, under the folder of its kind. */
export const builtInPlugins: readonly Plugin[] = Object.keys(found)
  .sort()
  .flatMap((path) => found[path] ?? []);
