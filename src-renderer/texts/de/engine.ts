import { labels } from './engine-labels';
import { options } from './engine-options';
import { settingTexts } from './engine-settings';

/** German for what the engine says of its kinds, options, formats, settings and plugins, by the English text. */
export const engine: Readonly<Record<string, string>> = { ...labels, ...options, ...settingTexts };
