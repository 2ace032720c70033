import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const { isCompatible, noticesOf, packageFolder, withDependencies } = await import(resolve('scripts/third-party.mjs'));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gleaner-notices-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes a package into a folder's `node_modules`. */
function addPackage(folder: string, manifest: { readonly name: string; [field: string]: unknown }, licence?: string) {
  const place = join(root, folder, 'node_modules', manifest.name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }));
  if (licence) writeFileSync(join(place, 'LICENSE.md'), licence);
  return place;
}

describe('licences', () => {
  it('are compatible by one alternative, and by all parts of it', () => {
    const expressions = [
      'MIT',
      'GPL-3.0-only',
      '(MIT OR GPL-3.0-or-later)',
      'MIT AND Zlib',
      'MIT AND AGPL-3.0-only',
      'unknown',
    ];
    expect(expressions.filter(isCompatible)).toEqual(['MIT', '(MIT OR GPL-3.0-or-later)', 'MIT AND Zlib']);
  });

  it('stop the build if one is not compatible', () => {
    const place = addPackage('.', { name: 'closed', license: 'SEE LICENSE IN EULA' });
    expect(() => noticesOf([place])).toThrow('not compatible with MIT: closed (SEE LICENSE IN EULA)');
  });
});

describe('the notices', () => {
  it('contain each package once, with its licence text or its author', () => {
    const left = addPackage('.', { name: '@a/left', license: 'MIT' }, 'Copyright Ada');
    const right = addPackage('.', { name: 'right', licenses: [{ type: 'ISC' }], author: { name: 'Ben' } });
    const text = noticesOf([right, left, left]);
    expect(text.match(/^@a\/left 1\.0\.0$/gm)).toHaveLength(1);
    expect(text).toContain('@a/left 1.0.0\nLicence: MIT\n\nCopyright Ada');
    expect(text).toContain('right 1.0.0\nLicence: ISC\n\nCopyright Ben');
    expect(text.indexOf('@a/left')).toBeLessThan(text.indexOf('right 1.0.0'));
  });

  it('cover dependencies of dependencies, in the version that Node resolves', () => {
    const a = addPackage('.', { name: 'a', dependencies: { b: '2' }, optionalDependencies: { absent: '1' } });
    addPackage('.', { name: 'b', version: '1.0.0' });
    const b = addPackage('node_modules/a', { name: 'b', version: '2.0.0', dependencies: { a: '1' } });
    expect([...withDependencies(['a'], root)]).toEqual([a, b]);
  });

  it('find the package of a module on each system', () => {
    expect(packageFolder('/x/node_modules/a/node_modules/@b/c/lib/index.js')).toBe(
      '/x/node_modules/a/node_modules/@b/c',
    );
    expect(packageFolder('C:\\x\\node_modules\\d\\index.js?commonjs')).toBe('C:\\x\\node_modules\\d');
    expect(packageFolder('/x/core/common/values.ts')).toBeUndefined();
  });
});
