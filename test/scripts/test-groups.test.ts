import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const { engineTests, isBrowserTest, needsBuild } = await import(resolve('scripts/test-groups.mjs'));

/** Matches test code that names files of the built app, or scripts that start the app. */
const built =
  /(['"`/])out\/(main|renderer|preload)\b|scripts\/(dev|gleaner|serve|start|worker)\.mjs'|test\/bench\/\w[\w-]*\.mjs'/;

const imported = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
    .map(([, path]) => join(dirname(file), path ?? ''))
    .flatMap((path) => [path, `${path}.ts`].filter((name) => /\.\w+$/.test(name) && existsSync(name)))
    .filter((path) => path.startsWith('test/'));

/** True if a file uses the built app, directly or through its imports below `test`. */
function usesBuild(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  return built.test(readFileSync(file, 'utf8')) || imported(file).some((path) => usesBuild(path, seen));
}

const tests = globSync('test/**/*.test.ts').map((file) => file.replaceAll('\\', '/'));
/** Tests that mention files of the built app, or scripts that start it, but do not run the app. */
const onlyNaming = ['packaging', 'scripts', 'test-groups', 'test-runner'].map((name) => `test/scripts/${name}.test.ts`);

describe('the groups of tests', () => {
  it('list every test that uses the built app in `engine`', () => {
    const users = tests.filter((file) => !onlyNaming.includes(file) && usesBuild(file));
    expect(users.filter((file) => !needsBuild(file))).toEqual([]);
  });

  it('list nothing in `engine` that does not need it', () => {
    const idle = engineTests.filter(
      (place: string) => !tests.some((file) => (file === place || file.startsWith(`${place}/`)) && usesBuild(file)),
    );
    expect(idle).toEqual([]);
  });

  it('require the build for a folder when one of its tests does', () => {
    const paths = ['test/jobs/', 'test/api/', 'test/api-schemas/', 'test/jobs/delivery', 'test/page/', 'test/e2e/'];
    expect(paths.filter(needsBuild)).toEqual(['test/jobs/', 'test/api/', 'test/jobs/delivery', 'test/e2e/']);
    expect(['test/e2e/jobs.spec.ts', 'test/desktop/', 'test/api/jobs.test.ts'].map(isBrowserTest)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
