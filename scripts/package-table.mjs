/**
 * `node scripts/package-table.mjs`: writes the table of shipped packages in `docs/operators/security.md`, based on the
 * notices of the last build, the lockfile and `npm audit`. Each release also updates this table.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScript, say } from './console.mjs';
import { run, which } from './programs.mjs';
import { root } from './setup.mjs';

const page = join(root, 'docs', 'operators', 'security.md');
const read = (file) => readFileSync(join(root, file), 'utf8');
/** Maximum number of packages listed per licence. */
const maxNamed = 12;

/** Returns the packages in the third-party notices, with their licences. */
export const shippedPackages = (notices) =>
  [...notices.matchAll(/^-{80}\n\n(\S+) (\S+)\nLicence: (.+)$/gm)].map(([, name, version, licence]) => {
    return { name, version, licence };
  });

/** Describes the result of `npm audit --json` for the shipped packages. */
export function auditState(text, shipped) {
  let report;
  try {
    report = JSON.parse(text.slice(text.indexOf('{')));
  } catch {
    report = undefined;
  }
  if (!report?.vulnerabilities) return 'not checked, because the registry did not respond';
  const names = new Set(shipped.map(({ name }) => name));
  const found = Object.values(report.vulnerabilities).filter(({ name }) => names.has(name));
  if (found.length === 0) return 'none';
  return found.map(({ name, severity }) => `\`${name}\` (${severity})`).join(', ');
}

/** Returns the table of licences, followed by facts about the origin of the packages. */
export function packageTable(shipped, { lock, audit, date }) {
  const byLicence = Map.groupBy(shipped, ({ licence }) => licence);
  const rows = [...byLicence].sort(([, left], [, right]) => right.length - left.length);
  const named = (packages) => packages.map(({ name, version }) => `\`${name}@${version}\``).join(', ');
  const installed = Object.entries(lock.packages).filter(([path]) => path.includes('node_modules/'));
  const entries = installed.map(([path, entry]) => ({ ...entry, name: path.split('node_modules/').at(-1) }));
  const isShipped = ({ name, version }) => shipped.some((one) => one.name === name && one.version === version);
  const used = entries.filter(isShipped);
  const unpinned = used.filter(({ integrity = '' }) => !integrity.startsWith('sha512-'));
  const scripts = [...new Set(used.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))];
  return [
    '| licence | packages | which |',
    '| --- | --- | --- |',
    ...rows.map(
      ([licence, all]) => `| ${licence} | ${all.length} | ${all.length > maxNamed ? 'see the SBOM' : named(all)} |`,
    ),
    '',
    '| fact | state |',
    '| --- | --- |',
    `| shipped packages | ${shipped.length} |`,
    `| packages without a SHA-512 in the lockfile | ${unpinned.length === 0 ? 'none' : named(unpinned)} |`,
    `| packages with an install script | ${scripts.length === 0 ? 'none' : scripts.map((name) => `\`${name}\``).join(', ')} |`,
    `| known vulnerabilities (\`npm audit\`, ${date}) | ${audit} |`,
  ].join('\n');
}

/** Returns the page's text with the table inserted between the markers. */
export function withTable(text, table) {
  const marked = /(<!-- packages -->\n)[\s\S]*?(\n<!-- \/packages -->)/;
  if (!marked.test(text)) throw new Error('The page has no markers for the table of packages.');
  return text.replace(marked, (_, start, end) => `${start}${table}${end}`);
}

/** Writes the table to the security page. */
export async function writePackageTable() {
  const shipped = shippedPackages(read('out/renderer/assets/third-party-notices.txt'));
  const npm = which('npm');
  const audited = npm && (await run(npm, ['audit', '--omit=dev', '--json'], { cwd: root, quiet: true }));
  const facts = {
    lock: JSON.parse(read('package-lock.json')),
    audit: auditState(audited?.output ?? '', shipped),
    date: new Date().toISOString().slice(0, 10),
  };
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), packageTable(shipped, facts)));
  say(`Wrote ${shipped.length} packages; known vulnerabilities: ${facts.audit}.`);
}

if (process.argv[1]?.endsWith('package-table.mjs')) await runScript(writePackageTable);
