import { posix, win32 } from 'node:path';

/** Properties of the system that determine where programs store their configuration. */
export interface Place {
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
}

/** An AI assistant that reads its list of MCP servers from a file. */
export interface Assistant {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  /** The assistant counts as installed if any of these paths exists. */
  readonly traces: readonly string[];
  readonly format: 'json' | 'toml';
  /** Name of the object or table that contains the MCP servers. */
  readonly key: string;
  /** True if each server entry must specify its transport. */
  readonly statesType?: boolean;
}

/** IDs of the supported assistants. */
export const assistantIds = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vscode',
  'codex',
  'gemini',
  'windsurf',
] as const;

/** Returns the supported assistants with the paths to their configuration files. */
export function assistantsAt(place: Place): readonly Assistant[] {
  const { home, env } = place;
  const { join } = place.platform === 'win32' ? win32 : posix;
  const apps = appFolder(place);
  const json = (id: (typeof assistantIds)[number], name: string, folder: string, file: string): Assistant => ({
    id,
    name,
    file: join(folder, file),
    traces: [folder],
    format: 'json',
    key: 'mcpServers',
  });
  const claudeCode = join(env.CLAUDE_CONFIG_DIR || home, '.claude.json');
  const codex = json('codex', 'Codex', env.CODEX_HOME || join(home, '.codex'), 'config.toml');
  return [
    { ...json('claude-code', 'Claude Code', home, '.claude.json'), ...withTraces(claudeCode, join(home, '.claude')) },
    json('claude-desktop', 'Claude Desktop', join(apps, 'Claude'), 'claude_desktop_config.json'),
    json('cursor', 'Cursor', join(home, '.cursor'), 'mcp.json'),
    { ...json('vscode', 'VS Code', join(apps, 'Code', 'User'), 'mcp.json'), key: 'servers', statesType: true },
    { ...codex, format: 'toml', key: 'mcp_servers' },
    json('gemini', 'Gemini CLI', join(home, '.gemini'), 'settings.json'),
    json('windsurf', 'Windsurf', join(home, '.codeium', 'windsurf'), 'mcp_config.json'),
  ];
}

const withTraces = (file: string, ...others: readonly string[]) => ({ file, traces: [file, ...others] });

/** Returns the folder in which desktop apps store their configuration. */
function appFolder({ home, platform, env }: Place): string {
  if (platform === 'win32') return env.APPDATA || win32.join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support');
  return env.XDG_CONFIG_HOME || posix.join(home, '.config');
}
