import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { buildPluginTypes } = (await import(resolve('scripts/plugin-types.mjs'))) as {
  buildPluginTypes(options: { readonly dir: string; readonly external: RegExp }): Promise<void>;
};

let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'gleaner-types-'));
  // Excludes the types of other packages from the report.
  await buildPluginTypes({ dir, external: /^[^./\\](?!:)/ });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Returns declarations without comments, so that the report shows only API changes. */
const apiOf = (file: string): string =>
  readFileSync(join(dir, file), 'utf8')
    .replaceAll(/\/\*\*[\s\S]*?\*\/\s*|^\/\/.*\n/gm, '')
    .replaceAll(/^\s*\n/gm, '');

it('shows every change to the API for plugin authors', async () => {
  const report = `Public API of @gleaner/plugin and @gleaner/plugin/testing.
After a change that is meant: npx vitest run test/scripts/plugin-types.test.ts --update

${apiOf('plugin.d.ts')}
${apiOf('plugin-testing.d.ts')}`;
  await expect(report).toMatchFileSnapshot('../../plugins/toolkit/api-report.txt');
});

it('imports the contract in the types of the test harness', () => {
  const text = readFileSync(join(dir, 'plugin-testing.d.ts'), 'utf8');
  expect(text).toMatch(/from ["']gleaner\/plugin["']/);
  expect(text).not.toContain('interface FormatPlugin');
});
