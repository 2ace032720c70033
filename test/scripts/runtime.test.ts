import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

interface LockEntry {
  readonly version: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly os?: string;
  readonly cpu?: string;
  readonly hasInstallScript?: boolean;
}

const execute = promisify(execFile);
const project = JSON.parse(readFileSync('package.json', 'utf8'));
/** Packages that are installed in a clone of the repository but not included in the npm package. */
const { optionalDependencies } = JSON.parse(readFileSync('scripts/runtime/package.json', 'utf8'));
const lock: Readonly<Record<string, LockEntry>> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
const runtimes = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'));
const own = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

describe('the Node in the packages', () => {
  it('is locked for each platform by version and SHA-512', () => {
    expect(runtimes.length).toBeGreaterThan(0);
    expect(new Set(runtimes.map((name) => optionalDependencies[name])).size).toBe(1);
    for (const name of runtimes) {
      const entry = lock[`node_modules/${name}`]!;
      expect(entry.version).toBe(optionalDependencies[name]);
      expect(`node-${entry.os === 'win32' ? 'win' : entry.os}-${entry.cpu}`).toBe(name);
    }
    const unlocked = Object.entries(lock).filter(
      ([path, { integrity, link }]) => path.startsWith('node_modules/') && !link && !/^sha512-/.test(integrity ?? ''),
    );
    expect(unlocked).toEqual([]);
  });

  it('and all other packages have the URL of their archive, with a placeholder for the registry', async () => {
    const { withArchiveUrls } = await import(resolve('scripts/lockfile.mjs'));
    const content = readFileSync('package-lock.json', 'utf8');
    // If this fails after dependencies have changed, run `node scripts/lockfile.mjs`.
    expect(`${JSON.stringify(withArchiveUrls(JSON.parse(content)), null, 2)}\n` === content).toBe(true);
    expect(lock['node_modules/@types/pg']!.resolved).toMatch(
      /^https:\/\/registry\.invalid\/@types\/pg\/-\/pg-[\d.]+\.tgz$/,
    );
  });

  it('needs no install script: all packages with scripts are listed', () => {
    const withScripts = Object.entries(lock).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = withScripts.map(([path]) => path.slice('node_modules/'.length));
    expect(names.sort()).toEqual(Object.keys(project.allowScripts).sort());
  });

  it.skipIf(!runtimes.includes(own))('runs these tests and npm scripts', async () => {
    expect(process.version).toBe(`v${optionalDependencies[own]}`);
    const { stdout } = await execute(join('node_modules', '.bin', 'node'), ['--version']);
    expect(stdout.trim()).toBe(process.version);
  });
});

describe.skipIf(!runtimes.includes(own) || process.platform === 'win32')('a downloaded Node archive', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gleaner-runtime-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Creates an archive with the name and version from the lockfile, but with a different program. */
  async function otherArchive(): Promise<Buffer> {
    await mkdir(join(folder, 'package', 'bin'), { recursive: true });
    const { version } = lock[`node_modules/${own}`]!;
    await writeFile(join(folder, 'package', 'package.json'), JSON.stringify({ name: own, version }));
    await writeFile(join(folder, 'package', 'bin', 'node'), 'another program');
    await execute('tar', ['-czf', 'node.tgz', 'package'], { cwd: folder });
    return readFile(join(folder, 'node.tgz'));
  }

  /**
   * Serves an archive as a registry does, and installs it by its lockfile entry. Returns true if the archive was
   * accepted.
   */
  async function install(archive: Buffer, entry: LockEntry): Promise<boolean> {
    const server = createServer((request, response) => {
      if (request.url?.endsWith('.tgz')) return void response.end(archive);
      const tarball = `http://${request.headers.host}/node.tgz`;
      const versions = { [entry.version]: { name: own, version: entry.version, dist: { tarball } } };
      return void response.end(JSON.stringify({ name: own, versions }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const root = { name: 'a', version: '1.0.0', optionalDependencies: { [own]: entry.version } };
    const packages = { '': root, [`node_modules/${own}`]: { ...entry, resolved: undefined } };
    await writeFile(join(folder, 'package.json'), JSON.stringify(root));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ ...root, lockfileVersion: 3, packages }));
    const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const options = ['--no-audit', '--fetch-retries=0', `--registry=${registry}`, `--cache=${join(folder, 'cache')}`];
    await execute('npm', ['ci', ...options], { cwd: folder }).finally(() => server.close());
    return existsSync(join(folder, 'node_modules', own));
  }

  it('is accepted if it matches the lock, and refused if its content differs', async () => {
    const entry = lock[`node_modules/${own}`]!;
    const archive = await otherArchive();
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    expect(await install(archive, { ...entry, integrity })).toBe(true);
    expect(await install(archive, entry)).toBe(false);
  }, 60_000);
});
