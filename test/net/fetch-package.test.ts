/** Tests downloads of npm packages from a real server that responds like a registry. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFetchPackage } from '../../core/net/fetch-package';
import { type NpmRegistry, startNpmRegistry } from '../support/npm-registry';

let [registry, other]: NpmRegistry[] = [];
let folder: string;
beforeAll(async () => {
  [registry, other] = await Promise.all([startNpmRegistry(), startNpmRegistry()]);
  folder = await mkdtemp(join(tmpdir(), 'gleaner-npm-'));
  for (const version of ['1.0.0', '1.2.0', '2.0.0-beta.1', '2.0.0']) await publish('shout', version);
});
afterAll(async () => {
  await Promise.all([registry?.close(), other?.close()]);
  await rm(folder, { recursive: true, force: true });
});

const publish = (name: string, version: string, dist?: object) =>
  registry!.publish(name, version, { 'index.mjs': `// ${version}` }, dist);
const strict = { allowPrivateNetwork: false, allowedHosts: [] };

async function fetchWith(spec: string, npmrc = `registry=${registry!.url}\n`, env?: string) {
  const userConfig = join(folder, '.npmrc');
  await writeFile(userConfig, npmrc);
  return createFetchPackage({ registry: env, userConfig }, () => strict)(spec, AbortSignal.timeout(10_000));
}

it.each([
  ['shout', '2.0.0'],
  ['npm:shout', '2.0.0'],
  ['shout@latest', '2.0.0'],
  ['shout@1.0.0', '1.0.0'],
  ['shout@^1.0.0', '1.2.0'],
  ['shout@>=1 <2', '1.2.0'],
  ['shout@2.0.0-beta.1', '2.0.0-beta.1'],
])('downloads %s as version %s', async (spec, version) => {
  expect(await fetchWith(spec)).toMatchObject({ name: 'shout', version });
});

it('takes a scoped package from the registry of its scope, and other packages from that of the environment', async () => {
  await other!.publish('@ada/shout', '3.0.0', { 'index.mjs': '' });
  await publish('@ada/shout', '9.0.0');
  const npmrc = `; mine\nregistry=http://127.0.0.1:9/\n@ada:registry="${other!.url}/"\n//host/:_authToken=secret\n`;
  expect(await fetchWith('@ada/shout', npmrc, registry!.url)).toMatchObject({ name: '@ada/shout', version: '3.0.0' });
  expect(await fetchWith('shout', npmrc, registry!.url)).toMatchObject({ version: '2.0.0' });
  expect(other!.requested).toEqual(['@ada/shout', '@ada/shout/-/shout-3.0.0.tgz']);
});

it('takes archives of the public registry from the configured one', async () => {
  await publish('mirrored', '1.0.0', { tarball: 'https://registry.npmjs.org/mirrored/-/mirrored-1.0.0.tgz' });
  expect(await fetchWith('mirrored')).toMatchObject({ version: '1.0.0' });
});

it.each([
  ['a missing package', 'missing', undefined, 'NOT_FOUND', /has no package missing/],
  ['a missing version', 'shout@7.0.0', undefined, 'NOT_FOUND', /no version 7\.0\.0/],
  ['a tag named like an object property', 'shout@constructor', undefined, 'NOT_FOUND', /no version constructor/],
  ['another content', 'bad', { integrity: `sha512-${'A'.repeat(86)}==` }, 'BAD_REQUEST', /does not match/],
  ['only a SHA-1', 'bad', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'BAD_REQUEST', /no SHA-512/],
  [
    'an archive that is a local file',
    'bad',
    { tarball: 'file:///etc/passwd' },
    'BAD_REQUEST',
    /no valid package metadata/,
  ],
  [
    'an archive on another private host',
    'bad',
    { tarball: 'http://127.0.0.1:9/bad.tgz' },
    'PRIVATE_ADDRESS_BLOCKED',
    /private/,
  ],
  ['a URL instead of a name', 'https://example.com/x.tgz', undefined, 'BAD_REQUEST', /not a valid npm package name/],
  ['a path instead of a name', '../../etc', undefined, 'BAD_REQUEST', /not a valid npm package name/],
  ['a git repository', 'git+ssh://git@example.com/x', undefined, 'BAD_REQUEST', /not a valid npm package name/],
])('refuses %s', async (_, spec, dist, code, sentence) => {
  if (dist) await publish('bad', '1.0.0', dist);
  await expect(fetchWith(spec)).rejects.toMatchObject({ code, message: expect.stringMatching(sentence) });
});

it('refuses a registry with a password, without repeating it', async () => {
  const failed = fetchWith('shout', 'registry=https://ada:s3cret@registry.example/');
  await expect(failed).rejects.toThrow(/without a user name and password/);
  await expect(failed).rejects.not.toThrow(/s3cret/);
});
