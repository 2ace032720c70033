import type { PluginFileState } from '../../core/common/plugin-files';

/** Colour of each state of a plugin file. */
export const stateTone: Readonly<Record<PluginFileState, string>> = {
  enabled: 'good',
  off: '',
  changed: 'warn',
  missing: 'bad',
  broken: 'bad',
};

const may: Readonly<Record<string, string>> = {
  format: 'It reads every page for which its format is asked.',
  action: 'It acts in live pages where a request names it.',
  parser: 'It reads files of its kind.',
  proxy: 'It says by which proxy pages are fetched.',
  model: 'It gets the text of pages that a request has read by it.',
  search: 'It gets the words that are searched for.',
  sink: 'It gets the events of jobs, with their data.',
};

/** What a plugin of a kind is given to do. */
export const kindMay = (kind: string): string => may[kind] ?? `It adds a ${kind}.`;
