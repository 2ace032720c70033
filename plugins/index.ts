import type { Plugin } from '../core/contract/plugin';

type Found = Plugin | readonly Plugin[];
const found = import.meta.glob<Found>(['./*/*.ts', './*/*/index.ts', '!./{examples,toolkit}/**'], {
  eager: true,
  import: 'default',
});

/**
 * All built-in plugins. A plugin is a file, or a folder with an index file, in the folder for its kind. An index file
 * can export several plugins.
 */
export const builtInPlugins: readonly Plugin[] = Object.keys(found)
  .sort()
  .flatMap((path) => found[path] ?? []);
