import type { PluginFileFacts, PluginManifest } from '../../core/common/plugin-files';
import { inspectPlugin } from '../../core/platform/plugins/inspect-plugin';
import type { PluginContent } from '../../core/platform/plugins/plugin-folder';
import { CommandError } from '../cli/command-error';
import { bundlePlugin, type PluginBundle } from './bundle-plugin';
import { type PluginProject, readProject } from './plugin-project';

/** A bundled plugin that has been inspected in the sandbox. */
export interface BuiltPlugin {
  readonly project: PluginProject;
  readonly bundle: PluginBundle;
  /** Manifest that is packed with the script. */
  readonly manifest: PluginManifest;
  readonly content: PluginContent;
  readonly facts: PluginFileFacts;
}

/** Name of the bundled script in a package. */
export const scriptName = 'index.mjs';

/**
 * Bundles the plugin in a folder and inspects it in the sandbox. `sandbox` is the path of the sandbox thread's built
 * script. Throws an error that explains what is wrong.
 */
export async function buildPlugin(path: string, sandbox: string): Promise<BuiltPlugin> {
  const project = await readProject(path);
  const bundle = await bundlePlugin(project);
  const manifest = { ...project.manifest, main: scriptName };
  const content = { code: bundle.code, manifest: `${JSON.stringify(manifest, undefined, 2)}\n` };
  try {
    return { project, bundle, manifest, content, facts: await inspectPlugin(sandbox, content) };
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    throw new CommandError(bundle.lines.inMessage(message), { cause: thrown });
  }
}
