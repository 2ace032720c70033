/**
 * Test harness for plugin authors, imported as `@gleaner/plugin/testing`. Runs a plugin on a page chosen by the author,
 * without a running engine.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from '../core/contract/plugin';
import { type HarnessScripts, type LoadOptions, loadFrom } from './plugin-toolkit/harness/loaded-plugin';
import { type ActionResult, type ActionRun, runActionIn } from './plugin-toolkit/harness/run-action';

export type { Plugin } from '../core/contract/plugin';
export type { LoadOptions } from './plugin-toolkit/harness/loaded-plugin';
export type { RunOptions } from './plugin-toolkit/harness/plugin-run';
export type { ActionResult, ActionRun } from './plugin-toolkit/harness/run-action';
export { type FormatResult, type FormatRun, runFormat, type TestPage } from './plugin-toolkit/harness/run-format';
export {
  type ModelRun,
  type ParserRun,
  runModel,
  runParser,
  runSearch,
  runSink,
  type SearchRun,
  type SinkRun,
} from './plugin-toolkit/harness/run-services';

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const scripts: HarnessScripts = {
  sandbox: script('./plugin-sandbox.js'),
  contract: script('./plugin.js'),
  engine: script('./engine.js'),
};

/**
 * Bundles the plugin in a folder and loads it as Gleaner does: in the sandbox, or in this process if the plugin
 * requires trust. Throws an error with a message for the author if the folder does not contain a valid plugin.
 */
export const loadPlugin = (folder: string | URL, options: LoadOptions = {}): Promise<Plugin> =>
  loadFrom(folder, scripts, options);

/** Performs a plugin's action in a real browser. Requires Chromium on this machine. */
export const runAction = (plugin: Plugin, run: ActionRun): Promise<ActionResult> =>
  runActionIn(scripts.engine, plugin, run);
