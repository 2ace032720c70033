import { AppError } from '../../common/errors';
import type { PluginFileFacts } from '../../common/plugin-files';
import type { Plugin } from '../../contract/plugin';
import { type DescribedPlugin, readDescription, whyTrusted } from '../sandbox/described-plugins';
import { PluginSandbox, SandboxError } from '../sandbox/plugin-sandbox';
import { sandboxedPlugins } from '../sandbox/sandboxed-plugins';
import { manifestOf, type PluginContent } from './plugin-folder';

/** Result of inspecting a plugin file: facts about its code, and the plugins in it, ready to run in the sandbox. */
interface InspectedPlugin {
  readonly facts: PluginFileFacts;
  readonly plugins: readonly Plugin[];
}

/**
 * Runs a plugin in the sandbox to read its description. `script` is the built script for the sandbox thread. Throws
 * BAD_REQUEST if the content is not a plugin, or if the manifest does not match the plugins in the code.
 */
export async function inspectPlugin(script: string, content: PluginContent): Promise<PluginFileFacts> {
  const sandbox = new PluginSandbox(script, content.code);
  try {
    return (await describePlugin(sandbox, content)).facts;
  } finally {
    sandbox.close();
  }
}

/** Describes a plugin in an open sandbox. See `inspectPlugin`. */
export async function describePlugin(sandbox: PluginSandbox, content: PluginContent): Promise<InspectedPlugin> {
  const manifest = manifestOf(content);
  try {
    const { json, imports } = await sandbox.describe();
    const described = readDescription(json);
    const contributions = described.map(({ kind, id }) => `${kind}:${id}`);
    if (manifest) assertDeclared(manifest.contributions, contributions);
    const needsTrust = manifest?.permissions.trusted
      ? 'The manifest requests permission for the plugin to run outside the sandbox.'
      : whyTrusted(described, imports);
    return {
      facts: factsOf(described, { contributions, imports, needsTrust }),
      plugins: sandboxedPlugins(sandbox, described),
    };
  } catch (thrown) {
    if (!(thrown instanceof SandboxError)) throw thrown;
    throw new AppError('BAD_REQUEST', `this is not a plugin that Gleaner can load: ${thrown.message}`, {
      cause: thrown,
    });
  }
}

function factsOf(
  plugins: readonly DescribedPlugin[],
  rest: Pick<PluginFileFacts, 'contributions' | 'imports' | 'needsTrust'>,
): PluginFileFacts {
  const settings = plugins.flatMap(({ config }) => Object.keys((config?.properties as object | undefined) ?? {}));
  const [first] = plugins;
  return {
    ...{ kind: first?.kind ?? '', id: first?.id ?? '', summary: plugins.map(({ summary }) => summary).join(' ') },
    ...{ settings, taps: plugins.some(({ trustedFields }) => trustedFields.includes('setup')) },
    ...rest,
  };
}

function assertDeclared(declared: readonly string[], contributions: readonly string[]): void {
  const extra = contributions.find((one) => !declared.includes(one));
  if (extra) throw new SandboxError(`it adds ${extra}, which its manifest does not list in "contributions".`);
  const missing = declared.find((one) => !contributions.includes(one));
  if (missing)
    throw new SandboxError(`its manifest lists ${missing} in "contributions", but its code does not add it.`);
}
