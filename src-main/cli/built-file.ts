import { fileURLToPath } from 'node:url';

/**
 * Returns the path of an entry file of the built program, e.g. `engine.js`. The build can move this code to the folder
 * `chunks`, which is next to the entry files.
 */
export const builtFile = (name: string): string =>
  fileURLToPath(new URL(/\/chunks\/[^/]+$/.test(import.meta.url) ? `../${name}` : name, import.meta.url));
