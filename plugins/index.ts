import type { Plugin } from '../core/contract/plugin';

type Found = Plugin | readonly Plugin[];
const found = import.meta.glob<Found>(['./*/*.ts', './*/*/index.ts', '!./{examples,toolkit}/**'], {
  eager: true,
  import: 'default',
});

/**
 * All built-in plugins, found by location: a file, or a folder with an index, in the folder for its kind. One index may
 * export several plugins.
 */
export const builtInPlugins: readonly Plugin[] = Object.keys(found)
  .sort()
  .flatMap((path) => found[path] ?? []);
