/**
 * Builds `@gleaner/plugin`, the npm package for plugin authors. Its modules are the same as in the package `gleaner`.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Writes the package to `out/toolkit`. Requires the declarations in `out/types`. */
export function buildPluginToolkit() {
  const dir = join(root, 'out', 'toolkit');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const { version, dependencies } = read('package.json');
  const used = { gleaner: version, '@types/json-schema': dependencies['@types/json-schema'], zod: dependencies.zod };
  const manifest = { ...read('plugins/toolkit/package.json'), version, dependencies: used };
  writeFileSync(join(dir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const [name, source] of [
    ['index', 'plugin'],
    ['testing', 'plugin-testing'],
  ]) {
    writeFileSync(join(dir, `${name}.js`), `export * from 'gleaner/${source.replace('-', '/')}';\n`);
    const types = readFileSync(join(root, 'out', 'types', `${source}.d.ts`), 'utf8');
    writeFileSync(join(dir, `${name}.d.ts`), types.replaceAll(/(["'])gleaner\/plugin\1/g, '$1@gleaner/plugin$1'));
  }
  copyFileSync(join(root, 'plugins/toolkit/README.md'), join(dir, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(dir, 'LICENSE'));
}
