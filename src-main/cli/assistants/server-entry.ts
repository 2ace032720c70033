import { realpathSync } from 'node:fs';
import { posix } from 'node:path';

/** Command with which an assistant starts the MCP server. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
}

/** Properties of the running program, read from its process. */
export interface RunningProgram {
  readonly node: string;
  readonly script: string;
  readonly platform: NodeJS.Platform;
  readonly path: string;
}

const sameFile = (one: string, other: string): boolean => {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
};

/**
 * Returns `gleaner mcp` if the `gleaner` command on the PATH is this program. Otherwise returns Node with the path to
 * the script. For a script in npx's cache, returns `npx`. On Windows, `gleaner` is not used, because commands are batch
 * files there and not every assistant can start these.
 */
export function serverEntry({ node, script, platform, path }: RunningProgram): ServerEntry {
  // Excludes the folders that npx and npm add to the PATH of their child processes only.
  const folders = path.split(posix.delimiter).filter((folder) => folder && !folder.includes('node_modules'));
  const isWindows = platform === 'win32';
  // npx deletes its cache from time to time. A path in the cache must therefore not be registered.
  if (/[\\/]_npx[\\/]/.test(script))
    return isWindows
      ? { command: 'cmd', args: ['/c', 'npx', '--yes', 'gleaner', 'mcp'] }
      : { command: 'npx', args: ['--yes', 'gleaner', 'mcp'] };
  const isInstalled = !isWindows && folders.some((folder) => sameFile(posix.join(folder, 'gleaner'), script));
  return isInstalled
    ? { command: 'gleaner', args: ['mcp'] }
    : { command: node, args: [sameFile(script, script) ? realpathSync(script) : script, 'mcp'] };
}
