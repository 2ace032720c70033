import { isBuiltin } from 'node:module';
import { relative } from 'node:path';
import { CommandError } from '../cli/command-error';
import type { PluginProject } from './plugin-project';
import { SourceLines } from './source-lines';

/** A plugin bundled as a single script. */
export interface PluginBundle {
  readonly code: string;
  /** Maps positions in the script to the plugin's source files. */
  readonly lines: SourceLines;
}

/** Names under which plugins can import the contract module. The bundled script uses the last name. */
const contractNames = ['@gleaner/plugin', 'gleaner/plugin'] as const;

/** Thrown when a plugin cannot be bundled. The message contains each error with its source line. */
export class BundleFault extends CommandError {}

/**
 * Bundles the sources of a plugin with the packages that they import. Does not bundle Node.js built-in modules, which
 * only trusted plugins can import. Throws BundleFault.
 */
export async function bundlePlugin({ folder, source }: PluginProject): Promise<PluginBundle> {
  // Loaded on demand, because most commands do not need the bundler.
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: folder,
    input: source,
    platform: 'neutral',
    external: (name) => isBuiltin(name) || contractNames.some((contract) => contract === name),
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'module', 'default'] },
    logLevel: 'silent',
  });
  try {
    const { output } = await build.generate({
      format: 'esm',
      sourcemap: 'hidden',
      codeSplitting: false,
      paths: { [contractNames[0]]: contractNames[1] },
      comments: { legal: true, annotation: false, jsdoc: false },
    });
    const [{ code, map, imports }] = output;
    const missing = imports.find((name) => !isBuiltin(name) && !/^@?gleaner\/plugin$/.test(name));
    if (missing) throw new BundleFault(`the package "${missing}" is not installed; run \`npm install ${missing}\`.`);
    return { code, lines: new SourceLines(code, map) };
  } catch (thrown) {
    throw thrown instanceof BundleFault ? thrown : new BundleFault(faultsOf(thrown, folder), { cause: thrown });
  } finally {
    await build.close();
  }
}

interface Fault {
  readonly message: string;
  readonly loc?: { readonly file?: string; readonly line: number; readonly column: number };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of the bundler begin with an escape
const colours = /\u001b\[[\d;]*m/g;

/** Returns the errors found by the bundler, each with its position, message and source line. */
function faultsOf(thrown: unknown, folder: string): string {
  const faults = (thrown as { readonly errors?: readonly Fault[] }).errors ?? [thrown as Fault];
  return faults
    .map(({ message, loc }) => {
      const [first = '', ...frame] = message
        .replaceAll(colours, '')
        .replace(/^\[\w+\] /, '')
        .trimEnd()
        .split('\n');
      const place = loc?.file && `${relative(folder, loc.file)}:${loc.line}:${loc.column + 1}: `;
      return [`${place ?? ''}${first}`, ...frame].join('\n');
    })
    .join('\n');
}
