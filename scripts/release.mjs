/**
 * `npm run release -- patch|minor|major|VERSION [--yes]`: shows what a release would do. With `--yes`, sets the
 * version, completes the changelog, commits and tags, and writes the npm packages, their SBOM and checksums to
 * `dist/release`. Never publishes or pushes.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import semver from 'semver';
import { CannotGoOn, runScript, say } from './console.mjs';
import { writePackageTable } from './package-table.mjs';
import { run, which } from './programs.mjs';
import { releaseChangelog, shippedOnly } from './release-notes.mjs';
import { root } from './setup.mjs';

const folder = join(root, 'dist', 'release');
const read = (file) => readFileSync(join(root, file), 'utf8');

/** Runs a program in the project. Returns its standard output. */
async function output(name, ...args) {
  const file = which(name);
  if (!file) throw new CannotGoOn(`${name} was not found; install it.`);
  const { code, output } = await run(file, args, { cwd: root, quiet: true });
  if (code !== 0) throw new CannotGoOn(`\`${name} ${args.join(' ')}\` failed:\n${output.trim()}`);
  return output;
}

/** Returns the version to release: either the given version, or the next patch, minor or major version. */
export function nextVersion(current, wanted) {
  const version = semver.valid(wanted) ?? semver.inc(current, wanted);
  if (!version || !semver.gt(version, current))
    throw new CannotGoOn(`Specify patch, minor, major or a version above ${current}.`);
  return version;
}

/** Returns the subjects of the commits since the last edit of the changelog. */
async function newSubjects() {
  const edited = (await output('git', 'log', '-1', '--format=%H', '--', 'CHANGELOG.md')).trim();
  const log = await output('git', 'log', '--reverse', '--format=%s', `${edited}..HEAD`);
  return log.split('\n').filter(Boolean);
}

async function pack() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await output('npm', 'pack', '--pack-destination', folder);
  // Packing the first package also built the package for plugin authors.
  await output('npm', 'pack', './out/toolkit', '--pack-destination', folder);
  const all = await output('npm', 'sbom', '--sbom-format', 'cyclonedx');
  const sbom = shippedOnly(
    JSON.parse(all.slice(all.indexOf('{'))),
    read('out/renderer/assets/third-party-notices.txt'),
  );
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  const sums = readdirSync(folder).map((file) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
    return `${hash}  ${file}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  return readdirSync(folder);
}

async function release() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { yes: { type: 'boolean' } } });
  const version = nextVersion(JSON.parse(read('package.json')).version, positionals[0] ?? '');
  const date = new Date().toISOString().slice(0, 10);
  const { text, notes } = releaseChangelog(read('CHANGELOG.md'), { version, date, subjects: await newSubjects() });
  say(`Release ${version} of ${date}\n\n${notes}`);
  if (!values.yes) {
    say('Nothing was changed. Run again with --yes to set the version, commit, tag and pack.');
    return;
  }
  if ((await output('git', 'status', '--porcelain')).trim()) throw new CannotGoOn('commit or undo all changes first.');
  writeFileSync(join(root, 'CHANGELOG.md'), text);
  await output('npm', 'version', version, '--no-git-tag-version', '--ignore-scripts');
  const files = await pack();
  await writePackageTable();
  await output(
    'git',
    'commit',
    '--quiet',
    '--message',
    `chore: release ${version}`,
    '--',
    'CHANGELOG.md',
    'docs/operators/security.md',
    'package.json',
    'package-lock.json',
  );
  await output('git', 'tag', `v${version}`);
  say(`Committed and tagged as v${version}. Files in dist/release: ${files.join(', ')}.`);
  say('Publish with `git push --follow-tags` and `npm publish dist/release/*.tgz`.');
}

if (process.argv[1]?.endsWith('release.mjs')) await runScript(release);
