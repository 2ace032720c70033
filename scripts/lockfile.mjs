/**
 * `node scripts/lockfile.mjs`: adds the archive URLs of all packages to `package-lock.json`. Run it after changing
 * dependencies, because npm may omit these URLs. If the URLs are present, `npm ci` does not load the metadata of each
 * package and takes half the CPU time. The URLs have a placeholder host, which `replace-registry-host` in `.npmrc`
 * replaces with the user's registry.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './console.mjs';
import { root } from './setup.mjs';

/** Placeholder for the user's registry. Names that end in `.invalid` never resolve (RFC 2606). */
const registry = 'https://registry.invalid';
const modules = 'node_modules/';

/** Returns the archive URL of a package, in the format of npm registries. */
function archiveUrl(name, version) {
  return `${registry}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
}

/** Returns the content of a lockfile, with the archive URL added to each registry package. */
export function withArchiveUrls(lock) {
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    const start = path.lastIndexOf(modules);
    if (start < 0 || entry.link || !entry.integrity) return [path, entry];
    const { version, resolved: _former, ...rest } = entry;
    const name = entry.name ?? path.slice(start + modules.length);
    return [path, { version, resolved: archiveUrl(name, version), ...rest }];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

async function main() {
  const file = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify(withArchiveUrls(lock), null, 2)}\n`);
}

if (process.argv[1]?.endsWith('lockfile.mjs')) await runScript(main);
