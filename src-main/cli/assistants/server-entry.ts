import { realpathSync } from 'node:fs';
import { posix } from 'node:path';

/** Command that an assistant runs to start the MCP server. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
}

/** Node executable, script, platform and PATH of the current process. */
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
 * Returns the command that starts this program as an MCP server. This is `gleaner mcp` if `gleaner` on the PATH is this
 * program, otherwise Node with the script's path. For a script in npx's cache, returns `npx`. Never returns `gleaner`
 * on Windows, where commands are batch files that some assistants cannot start.
 */
export function serverEntry({ node, script, platform, path }: RunningProgram): ServerEntry {
  // Excludes folders that npx and npm add to the PATH only for their child processes.
  const folders = path.split(posix.delimiter).filter((folder) => folder && !folder.includes('node_modules'));
  const isWindows = platform === 'win32';
  // npx sometimes deletes its cache, so the entry must not contain a path in the cache.
  if (/[\\/]_npx[\\/]/.test(script))
    return isWindows
      ? { command: 'cmd', args: ['/c', 'npx', '--yes', 'gleaner', 'mcp'] }
      : { command: 'npx', args: ['--yes', 'gleaner', 'mcp'] };
  const isInstalled = !isWindows && folders.some((folder) => sameFile(posix.join(folder, 'gleaner'), script));
  return isInstalled
    ? { command: 'gleaner', args: ['mcp'] }
    : { command: node, args: [sameFile(script, script) ? realpathSync(script) : script, 'mcp'] };
}
