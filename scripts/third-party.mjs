/**
 * During the build, collects the notices of packages that ship with Gleaner. Checks that their licences are compatible
 * with Gleaner's MIT licence.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Licences that may be distributed as part of an MIT-licensed program. MPL-2.0 is compatible because it covers only its
 * own files, which are shipped unmodified.
 */
const compatible = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** Licences of packages whose manifests contain no valid SPDX licence, taken from the packages' licence files. */
const read = {
  '@seald-io/binary-search-tree': 'MIT',
  duck: 'BSD-2-Clause',
  'map-stream': 'MIT',
  'pause-stream': '(MIT OR Apache-2.0)',
};

/**
 * True if an SPDX expression allows a compatible licence, i.e. if at least one alternative consists only of compatible
 * licences.
 */
export function isCompatible(expression) {
  const alternatives = expression.replace(/^\((.*)\)$/, '$1').split(/\s+OR\s+/);
  return alternatives.some((demanded) =>
    demanded.split(/\s+AND\s+/).every((name) => compatible.has(name.replace(/[()]/g, '').trim())),
  );
}

/** Returns the directory of the package to which a module belongs, if any. */
export const packageFolder = (id) =>
  /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/?]+)/.exec(id.replace(/^\0/, ''))?.[1];

/** Returns the directories of packages and of all their dependencies, as resolved by Node. */
export function withDependencies(names, from, found = new Set()) {
  for (const name of names) {
    let base = from;
    while (!existsSync(join(base, 'node_modules', name, 'package.json')) && dirname(base) !== base)
      base = dirname(base);
    const folder = join(base, 'node_modules', name);
    // Optional packages for other platforms are not installed.
    if (!existsSync(folder) || found.has(folder)) continue;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder);
    withDependencies([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], folder, found);
  }
  return found;
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Returns a package's name, version, licence, and the text of its licence files. */
export function describePackage(folder) {
  const { name, version, license, licenses, author } = manifestOf(folder);
  const stated = typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type);
  const licence = read[name] ?? stated ?? 'unknown';
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(file) && !/\.(?:c|m)?[jt]s$/.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const by = typeof author === 'string' ? author : author?.name;
  return { name, version, licence, text: texts.join('\n\n') || `Copyright ${by ?? `the authors of ${name}`}` };
}

/** Returns the notices as text. Throws if a licence is not compatible with MIT. */
export function noticesOf(folders) {
  const packages = [...folders].map(describePackage);
  const refused = packages.filter(({ licence }) => !isCompatible(licence));
  if (refused.length > 0)
    throw new Error(
      `These licences are not compatible with MIT: ${refused.map(({ name, licence }) => `${name} (${licence})`).join(', ')}.`,
    );
  const sections = packages
    .sort((left, right) => left.name.localeCompare(right.name, 'en') || left.version.localeCompare(right.version, 'en'))
    .map(({ name, version, licence, text }) => `${name} ${version}\nLicence: ${licence}\n\n${text}\n`);
  const head = 'Gleaner contains the following third-party packages. Each is distributed under its own licence.\n';
  return [head, ...new Set(sections)].join(`\n${'-'.repeat(80)}\n\n`);
}

const bundled = new Set();

/**
 * Build plugin that collects the packages in a bundle. With `file`, writes the notices for all bundles built so far.
 */
export function thirdPartyNotices({ root, copied = [], file }) {
  return {
    name: 'third-party-notices',
    generateBundle(_, bundle) {
      for (const { moduleIds = [] } of Object.values(bundle))
        for (const folder of moduleIds.map(packageFolder)) if (folder) bundled.add(folder);
    },
    writeBundle({ dir }) {
      if (!file) return;
      const { dependencies, optionalDependencies } = manifestOf(root);
      const installed = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
      const folders = [...bundled, ...withDependencies([...installed, ...copied], root)];
      mkdirSync(dirname(join(dir, file)), { recursive: true });
      writeFileSync(join(dir, file), noticesOf(folders.filter((folder) => manifestOf(folder).name !== 'gleaner')));
    },
  };
}
