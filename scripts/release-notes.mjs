/** Pure functions that create the changelog and the software bill of materials (SBOM) of a release. */

/** Changelog heading for each type of commit that affects users. */
const headings = { feat: 'Added', perf: 'Changed', fix: 'Fixed' };
const order = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

/** Returns the changelog entry for a commit's subject. Undefined if the change does not affect users. */
export function entryOf(subject) {
  const match = /^(\w+)(?:\([^)]*\))?(!?): (.+)$/.exec(subject);
  if (!match) return undefined;
  const [, type, breaking, text] = match;
  const heading = breaking ? 'Changed' : headings[type];
  if (!heading) return undefined;
  const sentence = `${text[0].toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
  return { heading, text: breaking ? `**Breaking:** ${sentence}` : sentence };
}

/** Splits the body of a changelog section into headings and entries. */
function sectionsOf(body) {
  const sections = new Map();
  for (const part of body.split(/^### /m).slice(1)) {
    const [heading, ...lines] = part.split('\n');
    sections.set(heading.trim(), lines.join('\n').trim());
  }
  return sections;
}

/**
 * Converts the section `[Unreleased]` to the section of a version. Adds the commits since the last edit of the
 * changelog, and inserts a new, empty section. Throws if nothing has changed.
 */
export function releaseChangelog(changelog, { version, date, subjects }) {
  const match = /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[|(?![\s\S]))/m.exec(changelog);
  if (!match) throw new Error('CHANGELOG.md has no section [Unreleased].');
  const sections = sectionsOf(match[1]);
  for (const { heading, text } of subjects.map(entryOf).filter(Boolean))
    sections.set(heading, [sections.get(heading), `- ${text}`].filter(Boolean).join('\n'));
  if (sections.size === 0) throw new Error('Nothing that users notice has changed since the last release.');
  const rank = (heading) => (order.includes(heading) ? order.indexOf(heading) : order.length);
  const notes = [...sections]
    .sort(([left], [right]) => rank(left) - rank(right))
    .map(([heading, text]) => `### ${heading}\n\n${text}\n`)
    .join('\n');
  const before = changelog.slice(0, match.index);
  const after = changelog.slice(match.index + match[0].length);
  const text = `${before}## [Unreleased]\n\n## [${version}] - ${date}\n\n${notes}${after ? `\n${after}` : ''}`;
  return { text, notes };
}

function withoutDownload({ externalReferences: references, ...component }) {
  if (!references) return component;
  return { ...component, externalReferences: references.filter(({ type }) => type !== 'distribution') };
}

/**
 * Reduces a CycloneDX document of all installed packages to the packages in the third-party notices. Omits download
 * URLs, because their host is a placeholder in the lockfile.
 */
export function shippedOnly(sbom, notices) {
  const shipped = new Set(
    [...notices.matchAll(/^-{80}\n\n(\S+) (\S+)$/gm)].map(([, name, version]) => `${name}@${version}`),
  );
  const nameOf = ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`;
  const components = sbom.components.filter((component) => shipped.has(nameOf(component))).map(withoutDownload);
  const missing = [...shipped].filter((name) => !components.some((component) => nameOf(component) === name));
  if (missing.length > 0) throw new Error(`npm does not list these shipped packages: ${missing.join(', ')}.`);
  const known = new Set([sbom.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  const dependencies = sbom.dependencies
    .filter(({ ref }) => known.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((name) => known.has(name)) }));
  return { ...sbom, components, dependencies };
}
