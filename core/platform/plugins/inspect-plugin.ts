import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { AppError } from '../../common/errors';

const pluginFacts = z.object({
  kind: z.string(),
  id: z.string(),
  summary: z.string(),
  imports: z.array(z.string()),
  settings: z.array(z.string()),
  taps: z.boolean(),
});

/** Facts that a plugin file states about itself. */
export type PluginFacts = z.output<typeof pluginFacts>;

const timeoutMs = 10_000;
const maxOutputBytes = 64 * 1024;

/**
 * Loads a plugin file in a separate process. The process can read only Gleaner and the plugin's directory; it cannot
 * write files, start programs or threads, see environment variables or use the network. Throws BAD_REQUEST if the file
 * is not a plugin.
 */
export async function inspectPlugin(inspector: string, path: string, signal: AbortSignal): Promise<PluginFacts> {
  const program = join(dirname(inspector), '..', '..');
  // Permissions apply to real paths, but packages may be symlinks.
  const packages = await realpath(join(program, 'node_modules')).catch(() => program);
  const readable = [program, packages, await realpath(dirname(path))];
  const rights = ['--permission', ...readable.map((folder) => `--allow-fs-read=${folder}`)];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...rights, inspector, path], {
      // The desktop app behaves like Node only if this variable is set.
      env: process.versions.electron ? { ELECTRON_RUN_AS_NODE: '1' } : {},
      signal,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: maxOutputBytes,
      windowsHide: true,
    });
    return pluginFacts.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  } catch (error) {
    if (signal.aborted) throw error;
    throw new AppError('BAD_REQUEST', `this is not a plugin that Gleaner can load: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  const { stderr, killed } = error as { readonly stderr?: string; readonly killed?: boolean };
  if (killed) return `it did not load within ${timeoutMs / 1000} s.`;
  const said = stderr?.trim().split('\n').at(-1)?.trim();
  return said || 'it did not return its description.';
}
