import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const { entryOf, releaseChangelog, shippedOnly } = await import(resolve('scripts/release-notes.mjs'));
const { auditState, packageTable, shippedPackages, withTable } = await import(resolve('scripts/package-table.mjs'));
const { nextVersion } = await import(resolve('scripts/release.mjs'));

const release = { version: '1.1.0', date: '2026-12-01' };

describe('a changelog', () => {
  it('gets entries from commits that users notice', () => {
    expect(entryOf('feat(cli): add doctor')).toEqual({ heading: 'Added', text: 'Add doctor.' });
    expect(entryOf('fix: read cents.')).toEqual({ heading: 'Fixed', text: 'Read cents.' });
    expect(entryOf('feat(api)!: drop v0')).toEqual({ heading: 'Changed', text: '**Breaking:** Drop v0.' });
    for (const subject of ['test(api): cover x', 'docs: y', 'Merge branch z']) expect(entryOf(subject)).toBeUndefined();
  });

  it('turns its unreleased section into a version, with new commits, in the usual order', () => {
    const before = '# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n- A.\n\n## [1.0.0] - 2026-01-01\n\n- First.\n';
    const subjects = ['fix: b', 'feat: c', 'chore: d'];
    const { text } = releaseChangelog(before, { ...release, subjects });
    expect(text).toBe(
      '# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-12-01\n\n### Added\n\n- C.\n\n### Fixed\n\n- A.\n- B.\n\n## [1.0.0] - 2026-01-01\n\n- First.\n',
    );
    expect(() => releaseChangelog(text, { ...release, subjects: ['test: e'] })).toThrow('Nothing that users notice');
  });

  it('of this repository can be released', () => {
    const { notes, text } = releaseChangelog(readFileSync('CHANGELOG.md', 'utf8'), { ...release, subjects: [] });
    expect(notes).toMatch(/^### Added\n\n- /);
    expect(text).toContain('## [Unreleased]\n\n## [1.1.0] - 2026-12-01\n\n### Added');
  });
});

it('increases versions, and refuses older ones', () => {
  expect(['patch', 'minor', 'major', '2.0.0-beta.1'].map((wanted) => nextVersion('1.2.3', wanted))).toEqual([
    '1.2.4',
    '1.3.0',
    '2.0.0',
    '2.0.0-beta.1',
  ]);
  for (const wanted of ['', '1.2.3', '1.0.0', 'next'])
    expect(() => nextVersion('1.2.3', wanted)).toThrow('Specify patch');
});

it('lists in the SBOM what ships, and nothing else', () => {
  const component = (name: string, group?: string) => ({ 'bom-ref': name, name, group, version: '1.0.0' });
  const website = { type: 'website', url: 'https://left.example' };
  const externalReferences = [{ type: 'distribution', url: 'https://registry.invalid/left.tgz' }, website];
  const sbom = {
    metadata: { component: component('gleaner') },
    components: [{ ...component('left', '@a'), externalReferences }, component('right'), component('vitest')],
    dependencies: [
      { ref: 'gleaner', dependsOn: ['left', 'vitest'] },
      { ref: 'left', dependsOn: ['right'] },
      { ref: 'vitest' },
    ],
  };
  const line = '-'.repeat(80);
  const notices = `Head\n\n${line}\n\n@a/left 1.0.0\nLicence: MIT\n\n${line}\n\nright 1.0.0\nLicence: MIT\n`;
  const { components, dependencies } = shippedOnly(sbom, notices);
  expect(components.map(({ name }: { name: string }) => name)).toEqual(['left', 'right']);
  expect(components[0].externalReferences).toEqual([website]);
  expect(dependencies).toEqual([
    { ref: 'gleaner', dependsOn: ['left'] },
    { ref: 'left', dependsOn: ['right'] },
  ]);
  expect(() => shippedOnly(sbom, `${notices}\n${line}\n\nlost 1.0.0\n`)).toThrow('lost@1.0.0');
});

it('tabulates the licences, checksums, install scripts and vulnerabilities of what ships', () => {
  const line = '-'.repeat(80);
  const shipped = shippedPackages(
    `Head\n\n${line}\n\n@a/left 1.0.0\nLicence: MIT\n\n${line}\n\nright 2.0.0\nLicence: ISC\n`,
  );
  const lock = {
    packages: {
      '': {},
      'node_modules/@a/left': { version: '1.0.0', integrity: 'sha512-x', hasInstallScript: true },
      'node_modules/b/node_modules/right': { version: '2.0.0', integrity: 'sha1-x' },
      'node_modules/vitest': { version: '1.0.0', hasInstallScript: true },
    },
  };
  const report = {
    vulnerabilities: { a: { name: 'right', severity: 'high' }, b: { name: 'vitest', severity: 'low' } },
  };
  const audit = auditState(JSON.stringify(report), shipped);
  const table = packageTable(shipped, { lock, audit, date: '2026-12-01' });
  for (const row of [
    '| MIT | 1 | `@a/left@1.0.0` |',
    '| packages without a SHA-512 in the lockfile | `right@2.0.0` |',
    '| packages with an install script | `@a/left` |',
    '| known vulnerabilities (`npm audit`, 2026-12-01) | `right` (high) |',
  ])
    expect(table.split('\n')).toContain(row);
  expect(auditState('{"vulnerabilities":{}}', shipped)).toBe('none');
  expect(auditState('npm error 405', shipped)).toMatch(/^not checked/);
  expect(withTable('a\n<!-- packages -->\nold\n<!-- /packages -->\nb', 'new')).toBe(
    'a\n<!-- packages -->\nnew\n<!-- /packages -->\nb',
  );
});
