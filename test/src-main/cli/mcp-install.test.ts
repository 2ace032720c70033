import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Assistant, assistantIds, assistantsAt } from '../../../src-main/cli/assistants/assistants';
import { register } from '../../../src-main/cli/assistants/registration';
import { serverEntry } from '../../../src-main/cli/assistants/server-entry';
import { addMcpCommand } from '../../../src-main/cli/commands/mcp-command';

const entry = { command: '/opt/node', args: ['C:\\gleaner "x".mjs', 'mcp'] };
const entryJson = JSON.stringify(entry);

let home: string;
let shown: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gleaner-assistants-'));
  shown = '';
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const assistant = (id: string): Assistant =>
  assistantsAt({ home, platform: 'linux', env: {} }).find((one) => one.id === id)!;
const dialogue = (agrees: boolean) => ({
  show: (text: string) => {
    shown += `${text}\n`;
  },
  confirm: () => agrees,
});
const install = (id: string, agrees = true) => register(assistant(id), entry, dialogue(agrees));
const uninstall = (id: string) => register(assistant(id), undefined, dialogue(true));
const read = (id: string) => readFileSync(assistant(id).file, 'utf8');
const write = (id: string, text: string | Uint8Array) => {
  mkdirSync(dirname(assistant(id).file), { recursive: true });
  writeFileSync(assistant(id).file, text);
};

describe('paths of the assistants', () => {
  const files = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, at: string) =>
    Object.fromEntries(assistantsAt({ home: at, platform, env }).map(({ id, file }) => [id, file]));

  it('follow the platform', () => {
    expect(Object.keys(files('linux', {}, '/home/ann'))).toEqual([...assistantIds]);
    expect(files('linux', {}, '/home/ann')).toMatchObject({
      'claude-code': '/home/ann/.claude.json',
      'claude-desktop': '/home/ann/.config/Claude/claude_desktop_config.json',
      cursor: '/home/ann/.cursor/mcp.json',
      codex: '/home/ann/.codex/config.toml',
      gemini: '/home/ann/.gemini/settings.json',
      windsurf: '/home/ann/.codeium/windsurf/mcp_config.json',
    });
    expect(files('darwin', {}, '/Users/ann').vscode).toBe('/Users/ann/Library/Application Support/Code/User/mcp.json');
    expect(files('win32', { APPDATA: 'D:\\Data' }, 'C:\\Users\\ann')).toMatchObject({
      'claude-desktop': 'D:\\Data\\Claude\\claude_desktop_config.json',
      cursor: 'C:\\Users\\ann\\.cursor\\mcp.json',
    });
  });

  it('follow the variables of the assistants', () => {
    const env = { XDG_CONFIG_HOME: '/x', CODEX_HOME: '/c', CLAUDE_CONFIG_DIR: '/k' };
    expect(files('linux', env, '/home/ann')).toMatchObject({
      'claude-code': '/k/.claude.json',
      vscode: '/x/Code/User/mcp.json',
      codex: '/c/config.toml',
    });
  });
});

describe('the command of the entry', () => {
  it('is gleaner when the PATH leads to this program, else Node with the script', () => {
    const script = join(home, 'gleaner.mjs');
    writeFileSync(script, '');
    for (const bin of ['bin', 'node_modules/.bin', 'other']) mkdirSync(join(home, bin), { recursive: true });
    for (const bin of ['bin', 'node_modules/.bin']) symlinkSync(script, join(home, bin, 'gleaner'));
    writeFileSync(join(home, 'other/gleaner'), '');
    const commandWith = (path: string, platform: NodeJS.Platform = 'linux') =>
      serverEntry({ node: '/opt/node', script, platform, path });
    const byScript = { command: '/opt/node', args: [script, 'mcp'] };
    expect(commandWith(`/none:${join(home, 'bin')}`)).toEqual({ command: 'gleaner', args: ['mcp'] });
    expect(commandWith(join(home, 'other'))).toEqual(byScript);
    expect(commandWith(join(home, 'node_modules/.bin'))).toEqual(byScript);
    expect(commandWith(join(home, 'bin'), 'win32')).toEqual(byScript);
  });

  it('are run by npx if the program is in its cache, which npx may delete', () => {
    const commandOf = (script: string, platform: NodeJS.Platform) =>
      serverEntry({ node: '/opt/node', script, platform, path: '' });
    const npx = ['--yes', 'gleaner', 'mcp'];
    const posixScript = '/home/a/.npm/_npx/1f/node_modules/gleaner/cli.mjs';
    expect(commandOf(posixScript, 'darwin')).toEqual({ command: 'npx', args: npx });
    const windowsScript = 'C:\\Users\\a\\npm-cache\\_npx\\1f\\node_modules\\gleaner\\cli.mjs';
    expect(commandOf(windowsScript, 'win32')).toEqual({ command: 'cmd', args: ['/c', 'npx', ...npx] });
  });
});

describe('`gleaner mcp install` in JSON files', () => {
  it.each(assistantIds.filter((id) => id !== 'codex'))('creates the file of %s', async (id) => {
    expect(await install(id)).toBe(true);
    const { key, statesType } = assistant(id);
    expect(JSON.parse(read(id))).toEqual({ [key]: { gleaner: { ...(statesType && { type: 'stdio' }), ...entry } } });
    expect(statesType).toBe(id === 'vscode' ? true : undefined);
    expect(readdirSync(dirname(assistant(id).file)).filter((name) => /backup|part/.test(name))).toEqual([]);
  });

  it.each([
    ['two spaces', '{\n  "a": 1.0,\n  "mcpServers": {\n    "x": {}\n  }\n}\n', ',\n    "gleaner": {\n      "command"'],
    ['tabs', '{\n\t"mcpServers": {\n\t\t"x": {"args": [1,  2]}\n\t}\n}', ',\n\t\t"gleaner": {\n\t\t\t"command"'],
    ['CRLF', '{\r\n    "mcpServers": {\r\n        "x": {}\r\n    }\r\n}\r\n', ',\r\n        "gleaner": {\r\n'],
    ['one line', '{"n":12345678901234567890,"mcpServers":{"x":{"y":"}\\""}}}', `,"gleaner":${entryJson}`],
    [
      'a byte order mark',
      '\uFEFF{\n  "mcpServers": {\n    "2": {},\n    "1": {}\n  }\n}',
      '"1": {},\n    "gleaner": {',
    ],
  ])('keeps all other text of a file with %s, and restores it', async (_, text, part) => {
    write('cursor', text);
    expect(await install('cursor')).toBe(true);
    const written = read('cursor');
    const at = written.indexOf(part) === -1 ? -1 : written.indexOf('"gleaner"');
    expect(written).toContain(part);
    expect(at).toBeGreaterThan(0);
    expect(JSON.parse(written.replace('\uFEFF', '')).mcpServers.gleaner).toEqual(entry);
    expect(readFileSync(`${assistant('cursor').file}.gleaner-backup`, 'utf8')).toBe(text);
    expect(await uninstall('cursor')).toBe(true);
    expect(read('cursor')).toBe(text);
  });

  it.each([
    ['', 2],
    ['  \r\n', 2],
    ['{}', 2],
    ['{\n    "theme": "dark"\n}\n', 4],
    ['{\n  "theme": "dark",\n  "mcpServers": null\n}\n', 2],
  ])('adds the list of servers to %j', async (text, indent) => {
    write('gemini', text);
    await install('gemini');
    const { theme } = text.includes('theme') ? JSON.parse(text) : { theme: undefined };
    const wanted = JSON.stringify({ theme, mcpServers: { gleaner: entry } }, null, indent);
    expect(read('gemini').replaceAll('\r\n', '\n').trim()).toBe(wanted);
    expect(read('gemini').includes('\r\n')).toBe(text.includes('\r\n'));
  });

  it('replaces its own entry, keeps its environment, and then has nothing to do', async () => {
    write('cursor', '{"mcpServers":{"a":{},"gleaner":{"url":"http://x","env":{"A":"1"}},"b":{}}}');
    await install('cursor');
    const wanted = `{"mcpServers":{"a":{},"gleaner":${JSON.stringify({ ...entry, env: { A: '1' } })},"b":{}}}`;
    expect(read('cursor')).toBe(wanted);
    await install('cursor');
    expect(shown).toContain('Cursor: already registered in ');
    await uninstall('cursor');
    expect(read('cursor')).toBe('{"mcpServers":{"a":{},"b":{}}}');
    await uninstall('cursor');
    expect(shown).toContain('Cursor: not registered in ');
  });

  it.each([
    ['{"mcpServers": {', 'is damaged or contains comments'],
    ['{\n  // mine\n  "servers": {}\n}', 'is damaged or contains comments'],
    ['[]', 'does not have the expected structure'],
    ['null', 'does not have the expected structure'],
    ['{"servers": []}', 'does not have the expected structure'],
    [new Uint8Array([0x7b, 0xff, 0x7d]), 'is not UTF-8 text'],
  ])('refuses %j and shows the entry', async (content, reason) => {
    write('vscode', content);
    expect(await install('vscode')).toBe(false);
    expect(shown).toContain(`VS Code: The file ${assistant('vscode').file} ${reason}, and was not changed.`);
    expect(JSON.parse(shown.slice(shown.indexOf('{')))).toEqual({ servers: { gleaner: { type: 'stdio', ...entry } } });
    expect(readFileSync(assistant('vscode').file)).toEqual(Buffer.from(content));
  });

  it('has nothing to remove from a file with comments that does not name it', async () => {
    write('cursor', '{ /* mine */ }');
    expect(await uninstall('cursor')).toBe(true);
    expect(shown).toContain('Cursor: not registered in ');
  });

  it('refuses to reveal an older entry of the same name', async () => {
    const text = '{"mcpServers":{"gleaner":{"a":1},"gleaner":{"b":2}}}';
    write('cursor', text);
    expect(await uninstall('cursor')).toBe(false);
    expect(shown).toContain('names a server twice, and was not changed. Remove the entry gleaner by hand.');
    expect(read('cursor')).toBe(text);
  });
});

describe('`gleaner mcp install` in TOML files', () => {
  const table = `[mcp_servers.gleaner]\ncommand = "/opt/node"\nargs = ["C:\\\\gleaner \\"x\\".mjs", "mcp"]\n`;

  it.each([
    ['', ''],
    ['model = "o3"\n', '\n'],
    ['# mine\n[mcp_servers.other]\ncommand = "x" # [mcp_servers.gleaner]\n', '\n'],
    ['prompt = """\n[mcp_servers.gleaner]\nmcp_servers = 1\n"""\n', '\n'],
    ['model = "o3"', '\n\n'],
    ['\uFEFFserial = 12345678901234567890\nsince = 1979-05-27\nlimits = [\n  [1]\n]\n', '\n'],
  ])('appends its table to %j', async (text, gap) => {
    write('codex', text);
    expect(await install('codex')).toBe(true);
    expect(read('codex')).toBe(text + gap + table);
    await uninstall('codex');
    expect(read('codex').trimEnd()).toBe(text.trimEnd());
  });

  it('replaces and removes only its own table', async () => {
    const others = ['[a]\nx = [\n  "[b]",\n]\n\n', '\n# about b\n[b]\ny = 1\n'] as const;
    const env = '\n[mcp_servers.gleaner.env]\nA = "1"\n';
    write('codex', `${others[0]}[ mcp_servers."gleaner" ] # old\nurl = "x"\n${env}${others[1]}`);
    await install('codex');
    expect(read('codex')).toBe(`${others[0]}${table}${env}${others[1]}`);
    await install('codex');
    expect(shown).toContain('Codex: already registered in ');
    await uninstall('codex');
    expect(read('codex')).toBe(`${others[0].trimEnd()}\n${others[1]}`);
  });

  it('writes CRLF into a file with CRLF', async () => {
    write('codex', 'model = "o3"\r\n');
    await install('codex');
    expect(read('codex')).toBe(`model = "o3"\n\n${table}`.replaceAll('\n', '\r\n'));
    await uninstall('codex');
    expect(read('codex')).toBe('model = "o3"\r\n');
  });

  it.each([
    'mcp_servers = { gleaner = { command = "x" } }\n',
    'mcp_servers.gleaner.command = "x"\n',
    '[mcp_servers]\ngleaner = { command = "x" }\n',
    '[mcp_servers]\n"gleaner".command = "x"\n',
    '[mcp_servers.gleaner]\n[mcp_servers.gleaner]\n',
    '[mcp_servers.gleaner]\nargs = [\n  ["x"]\n]\n',
    '[[mcp_servers]]\nname = "gleaner"\n',
  ])('refuses %j and shows the table', async (text) => {
    write('codex', text);
    expect(await install('codex')).toBe(false);
    expect(shown).toContain(`Add this entry by hand:\n${table}`);
    expect(read('codex')).toBe(text);
  });
});

describe('files of `gleaner mcp install`', () => {
  it('stay unchanged without confirmation', async () => {
    write('cursor', '{}');
    expect(await install('cursor', false)).toBe(true);
    expect(shown).toContain(`Cursor: write to ${assistant('cursor').file}:\n{\n  "mcpServers": {`);
    expect(read('cursor')).toBe('{}');
    expect(readdirSync(dirname(assistant('cursor').file))).toEqual(['mcp.json']);
  });

  it('keep what the assistant wrote during the confirmation', async () => {
    write('cursor', '{"a":1}');
    const { show } = dialogue(true);
    const confirm = () => {
      write('cursor', '{"a":2}');
      return true;
    };
    await register(assistant('cursor'), entry, { show, confirm });
    expect(JSON.parse(read('cursor'))).toEqual({ a: 2, mcpServers: { gleaner: entry } });
  });

  it.skipIf(process.platform === 'win32')('keep their access rights and their link', async () => {
    const { file } = assistant('claude-code');
    const target = join(home, 'dotfiles.json');
    writeFileSync(target, '{}');
    chmodSync(target, 0o600);
    symlinkSync(target, file);
    await install('claude-code');
    expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual({ mcpServers: { gleaner: entry } });
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(statSync(`${file}.gleaner-backup`).mode & 0o777).toBe(0o600);
  });

  it('stay unchanged when they cannot be read or backed up', async () => {
    mkdirSync(assistant('cursor').file, { recursive: true });
    expect(await install('cursor')).toBe(false);
    expect(shown).toContain('cannot be read (EISDIR), and was not changed. Add this entry by hand:');
    write('gemini', '{}');
    mkdirSync(`${assistant('gemini').file}.gleaner-backup`);
    expect(await install('gemini')).toBe(false);
    expect(shown).toContain(`${assistant('gemini').file} cannot be written (`);
    expect(read('gemini')).toBe('{}');
  });
});

describe('the command line of `gleaner mcp install`', () => {
  beforeEach(() => {
    for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, home);
    for (const name of ['APPDATA', 'XDG_CONFIG_HOME', 'CODEX_HOME', 'CLAUDE_CONFIG_DIR']) vi.stubEnv(name, '');
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((text, ...rest) => {
        shown += text;
        const done = rest.at(-1) as unknown;
        if (typeof done === 'function') done();
        return true;
      });
    }
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  const run = (...words: readonly string[]) => {
    const program = new Command('gleaner').exitOverride();
    addMcpCommand(program, { signal: new AbortController().signal });
    return program.parseAsync(['mcp', ...words], { from: 'user' });
  };

  it('changes the assistants that are found, with --yes', async () => {
    write('gemini', '{}');
    mkdirSync(dirname(assistant('cursor').file));
    await run('install', '--yes');
    expect(readdirSync(home).sort()).toEqual(['.cursor', '.gemini']);
    for (const id of ['gemini', 'cursor']) expect(JSON.parse(read(id)).mcpServers.gleaner.args).toContain('mcp');
    await run('uninstall', '--yes', '--assistant', 'cursor');
    expect(JSON.parse(read('cursor'))).toEqual({ mcpServers: {} });
    expect(JSON.parse(read('gemini')).mcpServers.gleaner).toBeDefined();
  });

  it('only prints without a terminal and without --yes', async () => {
    write('gemini', '{}');
    await run('install');
    expect(shown).toContain('"gleaner": {');
    expect(shown).toContain('Nothing was changed; pass --yes to apply the changes.');
    expect(read('gemini')).toBe('{}');
  });

  it('fails when no assistant is found, a file is refused, or an option is not its own', async () => {
    await expect(run('install', '--yes')).rejects.toThrow('no AI assistant was found; choose one with --assistant: ');
    await expect(run('install', '--assistant', 'clippy')).rejects.toThrow('clippy');
    await expect(run('install', '--data-dir', home)).rejects.toThrow('--data-dir');
    write('windsurf', '{');
    await expect(run('install', '--yes', '--assistant', 'cursor', 'windsurf')).rejects.toThrow(
      'not changed: Windsurf.',
    );
    expect(JSON.parse(read('cursor')).mcpServers.gleaner).toBeDefined();
  });
});
