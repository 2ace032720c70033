import { type ExecFileOptions, execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Instruction, readPairs, readStages } from './dockerfile';

const execute = promisify(execFile);
const inRoot = resolve('test/package/image/in-root.sh');
const isolated = ['--mount', '--pid', '--fork', '--kill-child'];
const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Runs a command until it exits, with a large output buffer. */
const run = (file: string, args: readonly string[], options: Omit<ExecFileOptions, 'encoding'> = {}) =>
  execute(file, args, { maxBuffer: 1e8, ...options, encoding: 'utf8' });

/** State of a build stage while its instructions are executed. */
interface StageState {
  readonly root: string;
  workdir: string;
  env: Record<string, string>;
  entrypoint: readonly string[];
  command: readonly string[];
  healthcheck: readonly string[];
}

/** The root directory of the image, built by executing the Dockerfile's steps in a new Debian root. */
export class ImageRoot {
  readonly #base: string;
  readonly #roots = new Map<string, string>();
  #final: StageState | undefined;

  private constructor(base: string) {
    this.#base = base;
  }

  /** Executes each step of the Dockerfile. Requires root, a Debian mirror and an npm registry. */
  static async build(dockerfile: string): Promise<ImageRoot> {
    const image = new ImageRoot(await mkdtemp(join(tmpdir(), 'gleaner-image-')));
    await image.#makeDebian();
    for (const [index, { name = String(index), instructions }] of readStages(dockerfile).entries()) {
      const root = join(image.#base, `stage-${index}`);
      await run('cp', ['-a', join(image.#base, 'debian'), root]);
      image.#roots.set(name, root);
      const state = { root, workdir: '/', env: {}, entrypoint: [], command: [], healthcheck: [] };
      for (const instruction of instructions) await image.#step(state, instruction, `${dockerfile}.dockerignore`);
      image.#final = state;
    }
    return image;
  }

  /** Creates the content of the base image `node:24-bookworm-slim`: Debian, Node with npm, and the user `node`. */
  async #makeDebian(): Promise<void> {
    const debian = join(this.#base, 'debian');
    const { stdout } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI) $(RELEASE)']);
    const mirror = /^(\S+) bookworm$/m.exec(stdout)?.slice(1) ?? [];
    await run('debootstrap', ['--variant=minbase', 'bookworm', debian, ...mirror]);
    const npm = dirname(dirname(process.env.npm_execpath ?? ''));
    await run('install', ['-D', process.execPath, join(debian, 'usr/local/bin/node')]);
    await mkdir(join(debian, 'usr/local/lib/node_modules'), { recursive: true });
    await run('cp', ['-a', npm, join(debian, 'usr/local/lib/node_modules/npm')]);
    await run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(debian, 'usr/local/bin/npm')]);
    await this.#inRoot(debian, ['useradd', '--uid', '1000', '--create-home', 'node']);
  }

  /** Returns the environment for `RUN`, with this machine's registry and certificates. */
  async #buildEnv(root: string): Promise<Record<string, string>> {
    const { stdout } = await run('npm', ['config', 'get', 'registry']);
    const env = { PATH: searchPath, HOME: '/root', npm_config_registry: stdout.trim() };
    const certificates = process.env.NODE_EXTRA_CA_CERTS;
    if (!certificates) return env;
    await writeFile(join(root, 'run/certificates.pem'), await readFile(certificates));
    return { ...env, NODE_EXTRA_CA_CERTS: '/run/certificates.pem' };
  }

  async #inRoot(root: string, command: readonly string[], env: Record<string, string> = { PATH: searchPath }) {
    await run('cp', ['-L', '/etc/resolv.conf', join(root, 'etc/resolv.conf')]);
    return run('unshare', [...isolated, 'sh', inRoot, 'build', root, ...command], { env, timeout: 500_000 });
  }

  async #step(state: StageState, { name, text }: Instruction, ignoreFile: string): Promise<void> {
    const list = () => JSON.parse(text.slice(text.indexOf('['))) as string[]; // Options may precede the list.
    switch (name) {
      case 'WORKDIR':
        state.workdir = text;
        await mkdir(join(state.root, text), { recursive: true });
        return;
      case 'COPY':
        return this.#copy(state, text, ignoreFile);
      case 'RUN': {
        const env = { ...(await this.#buildEnv(state.root)), ...state.env };
        await this.#inRoot(state.root, ['sh', '-c', `cd ${state.workdir} && ${text}`], env);
        return;
      }
      case 'ENV':
        state.env = { ...state.env, ...readPairs(text) };
        return;
      case 'ENTRYPOINT':
        state.entrypoint = list();
        return;
      case 'CMD':
        state.command = list();
        return;
      case 'HEALTHCHECK':
        state.healthcheck = list();
        return;
      case 'USER':
      case 'VOLUME':
      case 'EXPOSE':
        return; // Needs no step: `in-root.sh run` already runs as `node` on a read-only root with a writable /data.
      default:
        throw new Error(`The test does not know the instruction ${name}.`);
    }
  }

  async #copy(state: StageState, text: string, ignoreFile: string): Promise<void> {
    const [, from, source = '', target = ''] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(text) ?? [];
    const to = join(state.root, resolve(state.workdir, target));
    if (from) {
      await run('cp', ['-a', join(this.#roots.get(from) ?? '', source), to]);
      return;
    }
    const ignored = (await readFile(ignoreFile, 'utf8')).trim().split('\n');
    const excludes = ignored.map((name) => `--exclude=./${name}`).join(' ');
    await run('sh', ['-c', `tar --anchored ${excludes} -cf - "${source}" | tar -C "${to}" -xf -`]);
  }

  /**
   * Starts the image on a read-only root and waits for its health check. Returns the output of a Node script run there.
   */
  async try(script: string, env: Readonly<Record<string, string>>): Promise<string> {
    const state = this.#final;
    if (!state) throw new Error('The Dockerfile has no stage.');
    await writeFile(join(state.root, 'srv/try.mjs'), script);
    const quote = (words: readonly string[]) => words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    const steps = [
      `cd ${state.workdir}`,
      `${quote([...state.entrypoint, ...state.command])} >&2 & engine=$!`,
      `for try in $(seq 60); do if ${quote(state.healthcheck)}; then break; fi; sleep 1; done`,
      'node /srv/try.mjs',
      'kill $engine; wait $engine',
    ];
    const command = [...isolated, '--net', 'sh', inRoot, 'run', state.root, 'sh', '-ec', steps.join('\n')];
    const { stdout } = await run('unshare', command, {
      env: { PATH: searchPath, ...state.env, ...env },
      timeout: 120_000,
    });
    return stdout;
  }

  /** Deletes everything. */
  delete(): Promise<void> {
    return rm(this.#base, { recursive: true, force: true });
  }
}
