import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Result of a command. */
interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** A running `gleaner serve`. */
export interface Served {
  readonly url: string;
  readonly signInLink: string;
  readonly key: string;
  stop(): Promise<void>;
}

/** The packed npm package, installed in an empty folder. The home folder and npm cache are empty, too. */
export class InstalledPackage {
  private constructor(
    readonly tarball: string,
    /** Folder that contains `node_modules`. */
    readonly folder: string,
    private readonly base: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Packs this repository and installs the tarball. */
  static async create(): Promise<InstalledPackage> {
    const base = await mkdtemp(join(tmpdir(), 'gleaner-package-'));
    const [home, temporary, folder] = ['home', 'tmp', 'app'].map((name) => join(base, name)) as [
      string,
      string,
      string,
    ];
    await Promise.all([home, temporary, folder].map((path) => mkdir(path)));
    const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', base], { maxBuffer: 1e8 });
    const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string }];
    // The package has no access to this user's Gleaner settings and folders.
    const own = Object.entries(process.env).filter(([name]) => !/^(?:XDG_|npm_)|^GLEANER_(?!BROWSER_PATH)/.test(name));
    const env: NodeJS.ProcessEnv = {
      ...Object.fromEntries(own),
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: home,
      TMPDIR: temporary,
      npm_config_cache: join(base, 'cache'),
    };
    await writeFile(join(folder, 'package.json'), '{"name":"empty","version":"1.0.0"}');
    const installed = new InstalledPackage(join(base, filename), folder, base, env);
    await installed.npm('install', installed.tarball);
    return installed;
  }

  npm(...args: readonly string[]): Promise<Output> {
    // Prevents Node.js from storing npm's compiled code in the temporary folder.
    const env = { ...this.env, NODE_DISABLE_COMPILE_CACHE: '1' };
    return execute('npm', ['--no-audit', '--no-fund', ...args], { cwd: this.folder, env, timeout: 120_000 });
  }

  /** Returns the program and environment that a client needs to start the `gleaner` command. */
  get command() {
    return { command: join(this.folder, 'node_modules', '.bin', 'gleaner'), env: this.env as Record<string, string> };
  }

  /** Runs a `gleaner` command until it exits. */
  gleaner(...args: readonly string[]): Promise<Output> {
    return execute(this.command.command, [...args], { cwd: this.folder, env: this.env, timeout: 90_000 });
  }

  /** Starts `gleaner serve` on a free port. */
  async serve(): Promise<Served> {
    const args = ['serve', '--port', '0', '--allow-private-network'];
    const engine = spawn(this.command.command, args, { cwd: this.folder, env: this.env });
    const find = await linesOf(engine);
    const url = await find(/^Gleaner is ready at (\S+)/);
    const signInLink = await find(/^Sign in: (\S+)/);
    const { stdout } = await this.gleaner('keys', 'create', 'test');
    const gone = new Promise<void>((resolve) => engine.once('exit', () => resolve()));
    const stop = (): Promise<void> => {
      engine.kill('SIGTERM');
      return gone;
    };
    return { url, signInLink, key: stdout.trim(), stop };
  }

  /** Returns all files in the home and temporary folders. */
  async files(): Promise<readonly string[]> {
    const folders = [this.env.HOME, this.env.TMPDIR] as string[];
    const entries = await Promise.all(
      folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
    );
    return entries.flat().flatMap((entry) => (entry.isDirectory() ? [] : join(entry.parentPath, entry.name)));
  }

  /** Default data folder, which is inside the home folder. */
  get dataFolder(): string {
    return join(this.env.HOME as string, '.local', 'share', 'gleaner');
  }

  /** Deletes everything. */
  delete(): Promise<void> {
    return rm(this.base, { recursive: true, force: true });
  }
}

/** Returns a function that waits for a matching line in a process's output. */
async function linesOf(engine: ChildProcess): Promise<(pattern: RegExp) => Promise<string>> {
  const said: string[] = [];
  const waiting = new Set<() => void>();
  const hear = (line: string): void => {
    said.push(line);
    for (const look of waiting) look();
  };
  for (const stream of [engine.stdout, engine.stderr]) if (stream) createInterface({ input: stream }).on('line', hear);
  return (pattern) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const match = said.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
        if (match !== undefined) resolve(match);
      };
      waiting.add(look);
      engine.once('exit', () => reject(new Error(said.join('\n'))));
      look();
    });
}
