import type { Plugin } from '../core/contract/plugin';

const found = import.meta.glob<Plugin>(['./*/*.ts', './*/*/index.ts'], { eager: true, import: 'default' });

/** All built-in plugins, found by location: one file, or one folder with an index, in the folder of its kind. */
export const builtInPlugins: readonly Plugin[] = Object.keys(found)
  .sort()
  .flatMap((path) => found[path] ?? []);
